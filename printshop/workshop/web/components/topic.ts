// The shape of an answer of the help.

import type { IconName } from "./icons.tsx";

export interface Topic {
  key: string;
  icon: IconName;
  title: string;
  words: string; // more words for the search
  steps: string[]; // *text*, also in notes, is a link to the place of the same number in `links`
  links: string[];
  notes?: string[];
}
