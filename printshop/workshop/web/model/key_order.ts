// The order of the keys of a block, and the keys that are in view.

import type { Shape } from "./schema.ts";

export const TITLE_KEYS = new Set(["title", "name", "label"]);

// Returns the keys of a block in the order of their inputs, and the keys that can be added. In view are the keys
// `first`, the required ones, those `written` in the file, and those `kept` in view although they have no value.
export function orderKeys(
  { properties, required }: Pick<Shape, "properties" | "required">,
  written: readonly string[],
  first: readonly string[],
  kept: ReadonlySet<string>,
  isHidden: (key: string) => boolean,
) {
  const keys = [...properties.keys()],
    declared = [...keys.filter(key => TITLE_KEYS.has(key)), ...keys.filter(key => !TITLE_KEYS.has(key))].filter(
      key => !isHidden(key),
    );
  const visible = [
    ...new Set([
      ...first,
      ...declared.filter(key => written.includes(key) || required.has(key) || kept.has(key)),
      ...written,
    ]),
  ].filter(key => (properties.has(key) || written.includes(key)) && !isHidden(key));
  return { visible, missing: declared.filter(key => !visible.includes(key)) };
}
