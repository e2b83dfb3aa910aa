// The answers of the help about printing that the commands of printshop have, and the workshop has not.

import { helpAddress } from "../browser/routes.ts";
import type { Topic } from "./topic.ts";

const TERMINAL =
  "The last step is a command for a terminal. The workshop itself has paper, ink, theme, large print and backs.";

export const PRINT_TOPICS: Topic[] = [
  {
    key: "backs",
    icon: "copy",
    title: "Print on both sides (duplex)",
    words: "two double-sided backs behind flip turn long short edge front reverse",
    steps: [
      "In the pages of a battle, the words below a part say whether it is printed on both sides.",
      "In the print window, choose printing on both sides, and turn over the long edge.",
      "Without a printer for both sides, print the odd pages first. Turn the stack over its long edge, and print the even pages.",
      "For other backs, choose Backs under More choices: the short edge, or fronts only.",
      "If the backs do not lie behind the fronts, *correct the errors of the printer*.",
    ],
    links: [helpAddress("calibrate")],
  },
  {
    key: "calibrate",
    icon: "settings",
    title: "Correct the errors of a printer",
    words: "calibrate calibration exact accuracy accurate offset shifted alignment backs wrong",
    steps: [
      "First print *at 100\u00a0%*, and measure the ruler on the page.",
      "If it is still too long or too short, open the pages of a battle or fleet. Under More choices, choose Errors of your printer.",
      "Print the page to measure, on both sides of one sheet. Measure its two lines, and the place of the hole on the back.",
      "Type the figures. This browser keeps them, and corrects every PDF that you print here.",
    ],
    links: [helpAddress("scale")],
  },
  {
    key: "large",
    icon: "enlarge",
    title: "Print larger letters",
    words: "bigger enlarge text size font zoom small tiny eyes sight readable glasses accessibility variant magnify",
    steps: [
      "Open the pages of a battle or a fleet.",
      "Open More choices, and choose Large print: everything is 1.4 times as large, except pieces at true scale.",
      "A single record gets more room on larger paper: choose A3.",
    ],
    links: [],
    notes: ["For larger text in this window, press Ctrl and +, or zoom with two fingers."],
  },
  {
    key: "machine",
    icon: "erase",
    title: "Cut with a machine",
    words: "cutting cutter plotter laser silhouette cricut knife svg cuts layers",
    steps: [
      "In the menu beside Print, choose Drawings (SVG): one file for each page.",
      "For files with a layer for each step, type printshop make counters GAME --cutter NAME in a terminal.",
    ],
    links: [],
    notes: [TERMINAL],
  },
  {
    key: "printshop",
    icon: "share",
    title: "Send pages to a print shop",
    words: "copy service on demand professional profile bleed cmyk cards order",
    steps: [
      "In the pages of a battle, choose Print, and send the PDF. Ask for 100\u00a0%, and for the paper of each part.",
      "For the sizes and bleed of a service, type printshop pack GAME/BATTLE --profile NAME in a terminal.",
    ],
    links: [],
    notes: [TERMINAL],
  },
];
