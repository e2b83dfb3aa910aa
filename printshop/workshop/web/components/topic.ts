// The shape of an answer of the help.

import type { PrintChoice } from "../model/print_choice.ts";
import type { IconName } from "./icons.tsx";

// A place of the workshop: the first one of your own, or one of printshop.
export type ShownPlace = "pack" | "play" | "game" | "unit" | "fleet" | "battle" | "sheet";

export interface Topic {
  key: string;
  icon: IconName;
  title: string;
  words: string; // more words for the search
  steps: string[]; // *text*, also in notes, is a link to the place of the same number in `links`
  links: string[];
  notes?: string[];
  show?: ShownPlace | `#${string}`; // where "Show me" leads
  settings?: (keyof PrintChoice)[]; // of a print, whose names and choices find it, too
}
