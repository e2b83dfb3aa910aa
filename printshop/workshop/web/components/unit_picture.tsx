// The picture of a unit from the list of a game.

import { isListedSilhouette } from "../model/silhouettes.ts";
import type { UnitPictures } from "../types.ts";

interface Props {
  art: UnitPictures | undefined;
  unit: string;
  alt?: string;
  isLazy?: boolean;
}
// A silhouette has the colour of the text; other pictures stay as they are.
export function UnitPicture({ art, unit, alt = "", isLazy }: Props) {
  const key = art?.units[unit],
    address = key !== undefined && art?.pictures[key];
  return address ? (
    <img
      class={isListedSilhouette(art.pictures, key) ? "silhouette" : undefined}
      src={address}
      alt={alt}
      loading={isLazy ? "lazy" : undefined}
    />
  ) : null;
}
