// What the user chooses for a print: paper, ink, theme, variant and backs. A new setting has its place only here.

import type { Backs, Variant, InkMode } from "../types.ts";
import { capitalize } from "../words.ts";

export interface PrintChoice {
  paper: string;
  ink: InkMode;
  theme: string; // "" for the game's own
  variant: Variant;
  backs: Backs;
}
export const USUAL_PRINT: PrintChoice = { paper: "universal", ink: "colour", theme: "", variant: "", backs: "" };

interface Paper {
  key: string;
  label: string;
  hint: string;
}
const UNIVERSAL: Paper = { key: USUAL_PRINT.paper, label: "A4 and Letter", hint: "" };
// The papers of one size; the usual pages fit on A4 and on Letter.
export const PAPERS: Paper[] = [
  { key: "a4", label: "A4", hint: "The whole width of A4 paper" },
  { key: "letter", label: "Letter", hint: "The whole length of Letter paper" },
  { key: "a3", label: "A3", hint: "More on each page" },
];
type Words = [value: string, words: string];
interface PrintSetting {
  key: keyof PrintChoice;
  label: string;
  choices: Words[];
  seldom?: true; // it stands under More choices
}
// Lists the settings, each with its choices in words. `themes` are those of the game.
export const listPrintSettings = (themes: readonly string[]): PrintSetting[] => [
  { key: "paper", label: "Paper", choices: [UNIVERSAL, ...PAPERS].map(({ key, label }): Words => [key, label]) },
  {
    key: "ink",
    label: "Ink",
    choices: [
      [USUAL_PRINT.ink, "Colour"],
      ["light", "Light colours"],
      ["black", "Black only"],
    ],
  },
  {
    key: "theme",
    label: "Theme",
    choices: [
      [USUAL_PRINT.theme, "The game's own"],
      ...themes.map((one): Words => [one, capitalize(one.replaceAll("_", " "))]),
    ],
  },
  {
    key: "variant",
    label: "Text and marks",
    choices: [
      [USUAL_PRINT.variant, "Usual"],
      ["large", "Large print"],
      ["erase", "For a wipe-off pen"],
      ["numbers", "Numbers in place of marks"],
    ],
    seldom: true,
  },
  {
    key: "backs",
    label: "Backs",
    choices: [
      [USUAL_PRINT.backs, "As the game says"],
      ["long", "Turn over the long edge"],
      ["short", "Turn over the short edge"],
      ["none", "Fronts only"],
    ],
    seldom: true,
  },
];
// Returns the settings alone, as an action gets them.
export const pickPrint = ({ paper, ink, theme, variant, backs }: PrintChoice): PrintChoice => ({
  paper,
  ink,
  theme,
  variant,
  backs,
});
// Returns the settings in words. The usual theme, variant and backs are not named.
export const describePrint = (settings: PrintChoice) =>
  listPrintSettings(settings.theme ? [settings.theme] : [])
    .filter(({ key }) => settings[key])
    .map(({ key, choices }) => choices.find(([value]) => value === settings[key])?.[1])
    .filter(Boolean)
    .join(", ");
