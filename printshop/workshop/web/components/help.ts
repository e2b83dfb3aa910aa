// The answers of the help: short steps, and links into the views.

import { gameAddress, helpAddress, newGameAddress } from "../browser/routes.ts";
import type { IconName } from "./icons.tsx";
import { FIRST_GAME } from "./library.tsx";

export interface Topic {
  key: string;
  icon: IconName;
  title: string;
  words: string; // more words for the search
  steps: string[]; // *text* is a link to the place of the same number in `links`
  links: string[];
  notes?: string[];
}

// Words for a mouse and keys, or for a finger.
const isTouch = matchMedia("(pointer: coarse)").matches,
  forHand = (words: string, touchWords: string) => (isTouch ? touchWords : words);

const first = (tab: Parameters<typeof gameAddress>[1]) => gameAddress(FIRST_GAME, tab);

const ALL_TOPICS: Topic[] = [
  {
    key: "print",
    icon: "print",
    title: "Print a battle",
    words: "pdf pack booklet scenario first",
    steps: [
      "*Open a game and its tab Battles*.",
      "Choose See the pages. They come one after the other.",
      "Leave out the parts that you do not need, and choose the paper.",
      "Choose Print, and print the file at 100\u00a0%.",
    ],
    links: [first("battles")],
  },
  {
    key: "scale",
    icon: "count",
    title: "Print at 100\u00a0%",
    words: "scale actual size fit to page ruler margins too small",
    steps: [
      "In the print window, choose “Actual size” or 100\u00a0%. Never choose “Fit to page”.",
      "Measure the ruler on the page: it has 100 mm and 4 in.",
      "If it is too short, “Fit to page” was on. Print the page again.",
    ],
    links: [],
    notes: [
      "Firefox scales pages down by itself. Save the file and print it from another program.",
      "Pages with the paper “A4 and Letter” fit on both.",
    ],
  },
  {
    key: "lengths",
    icon: "count",
    title: "Use inches or millimetres",
    words: "inch in mm cm centimetre units of length measure metric imperial",
    steps: [
      "Type a length with its unit: 2 in, 50 mm or 5 cm. Each length can have its own unit.",
      "For rulers and templates in inches, open *your game*, its tab Game, and a ruler. Change its lengths.",
      "In a game that comes with printshop, choose Make my own version first.",
    ],
    links: ["#/games"],
  },
  {
    key: "language",
    icon: "text",
    title: "Print in another language",
    words: "german deutsch english translate translation words french spanish",
    steps: [
      "Open *your game*, its tab Game, and Title, theme, texts.",
      "Choose More values, then Language. Type de for German.",
      "For another language or single words, add Words there: your own words instead of those that printshop prints.",
    ],
    links: ["#/games"],
    notes: [
      "This changes headings and instructions on the pages. You translate names and rules yourself.",
      "The workshop itself is in English.",
    ],
  },
  {
    key: "cut",
    icon: "pips",
    title: "Cut out and fold counters",
    words: "counters scissors glue card fold duplex back",
    steps: [
      "The cover of a battle says what to print on paper and what on card.",
      "Counters with two sides are printed beside a fold: fold the strip, glue it, and cut it when it is dry.",
      "Cut along the thin marks at the edge with a knife and a steel ruler.",
    ],
    links: [],
  },
  {
    key: "unit",
    icon: "unit",
    title: "Make my own ship, squad or hero",
    words: "unit new ship tank monster copy own record",
    steps: [
      "*Open a game and its tab Units*.",
      "Choose New unit. Begin with possible values, or with a copy of another unit.",
      "Type the values. The record is drawn while you type.",
      "Choose Print.",
    ],
    links: [first("units")],
    notes: ["A unit that belongs to printshop cannot be changed: make your own copy."],
  },
  {
    key: "fleet",
    icon: "fleet",
    title: "Put a fleet together",
    words: "army list roster points limit names damage",
    steps: [
      "*Open a game and its tab Fleets*.",
      "Choose New fleet, and give it a name and a side.",
      "Add units. The points and the limit stay in view.",
      "Give the units names and damage, and print the fleet or play with it.",
    ],
    links: [first("fleets")],
    notes: ["Units of your own are offered, too.", "In the menu of a unit, Add to a fleet does the same."],
  },
  {
    key: "battle",
    icon: "battle",
    title: "Write a battle of my own",
    words: "scenario story special rules sides forces victory",
    steps: [
      "*Open a game and its tab Battles*.",
      "Choose New battle, a title and two sides.",
      "Write the story, choose the forces, and state who wins.",
      "See the pages, and print them.",
    ],
    links: [first("battles")],
    notes: ["A fleet of your own can be a force of a battle."],
  },
  {
    key: "game",
    icon: "games",
    title: "Make a game from nothing",
    words: "new game own rules figures values stats sides",
    steps: [
      "Choose *New game*.",
      "Type its title, its sides, and the values of its units. Tick the values that are marked off in play.",
      "The record sheet, the counters and a first battle are made for you. Change them as you like.",
    ],
    links: [newGameAddress()],
  },
  {
    key: "version",
    icon: "copy",
    title: "Change a game of printshop",
    words: "own version extends house rules modify",
    steps: [
      "*Open a game and its tab Game*.",
      "Choose Make my own version. It begins with all units, battles and sheets of the game.",
      "Change its parts in the tab Game. What you write replaces the value of the game.",
    ],
    links: [first("data")],
  },
  {
    key: "sheet",
    icon: "sheet",
    title: "Make a record sheet",
    words: "form record card rows cells circles layout",
    steps: [
      "*Open a game and its tab Record sheets*.",
      "Choose New record sheet. It has all values of the unit.",
      forHand(
        "Click a cell on the sheet, and change it beside the sheet: words, circles, boxes, pictures.",
        "Tap a cell on the sheet, and change it below the sheet: words, circles, boxes, pictures.",
      ),
      "Choose Add a row or Add a cell, and what it shows. For boxes to mark, choose Circles or boxes.",
      forHand(
        "Drag a border between two cells to change their widths.",
        "Drag the border of the cell to change its width.",
      ),
      "Print it for all units, or for a fleet.",
    ],
    links: [first("sheets")],
  },
  {
    key: "map",
    icon: "map",
    title: "Make a map",
    words: "hexes squares terrain board paint roads rivers add own game",
    steps: [
      "Open a game of your own and its tab Game. *Make your own version* of a game of printshop first.",
      "Choose Add, then Map. Choose hexes or squares, and how many.",
      "Choose a kind of terrain and paint the hexes. Draw roads, rivers and zones, and write names.",
      "Open a battle of the game, and choose the map as its table.",
    ],
    links: [helpAddress("version")],
    notes: ["A large map is printed on several sheets, with a plan for joining them."],
  },
  {
    key: "picture",
    icon: "picture",
    title: "Use a picture of my own",
    words: "image art png jpg svg photo drawing silhouette",
    steps: [
      "Open your unit, and go to Picture.",
      "Choose a file: PNG, JPEG, WebP, GIF or SVG, with the bow of a ship to the right.",
      "The record shows it at once, and so does the counter if the counters of the game have pictures of their units. Stellar Wars and The Iron Guest print a picture for each type.",
    ],
    links: [],
    notes: ["A unit without a picture gets a silhouette."],
  },
  {
    key: "table",
    icon: "table",
    title: "Bring a table from Excel",
    words: "csv spreadsheet import xlsx paste export numbers libreoffice",
    steps: [
      "Open a fleet, and choose Import and export: the table of the fleet is saved.",
      "Change the table in your program, and save it as CSV or Excel.",
      "Choose Import and export again, and open the table. You can undo it.",
    ],
    links: [],
  },
  {
    key: "share",
    icon: "share",
    title: "Share what I have made",
    words: "link send friend zip bundle mail",
    steps: [
      "Open a unit, a fleet or a battle of your own.",
      "Choose Share. You get a file: it holds all that is needed, pictures included.",
      "Send the file by mail or in a chat. Your friend chooses Open a file from a friend, in Start or My files.",
    ],
    links: [],
  },
  {
    key: "tablet",
    icon: "play",
    title: "Play on a tablet or a phone",
    words: "screen tap marks circles boxes touch ipad offline html damage dice",
    steps: [
      "Open *a fleet* or a battle, and choose Play.",
      "Tap a mark: it and all before it are filled in. Tap a filled mark: it and all after it are cleared.",
      "The file of the fleet keeps the damage. The browser keeps the damage of a battle.",
    ],
    links: ["#/files"],
    notes: [
      "For a device without this page, print a record for a tablet (HTML): one file that works without the internet. Save marks writes a file: Import and export of the fleet takes its marks and notes.",
    ],
  },
  {
    key: "vassal",
    icon: "dice",
    title: "Play with VASSAL",
    words: "vmod module online virtual table",
    steps: ["Open the pages of a battle.", "In the menu of Print, choose VASSAL.", "Open the file .vmod with VASSAL."],
    links: [],
  },
  {
    key: "tts",
    icon: "dice",
    title: "Play with Tabletop Simulator",
    words: "steam tts online virtual table saved object",
    steps: [
      "Open the pages of a battle.",
      "In the menu of Print, choose Tabletop Simulator.",
      "Unpack the zip, and follow the file in it that says where to put the saved object.",
    ],
    links: [],
  },
  {
    key: "undo",
    icon: "undo",
    title: "Undo a change",
    words: "redo mistake back history lost restore bin delete trash",
    steps: [
      forHand(
        "Press Ctrl+Z, or choose Undo at the top. The last 40 changes of a file can be undone, also after a reload.",
        "Tap Undo, the arrow to the left at the edge of the window. The last 40 changes of a file can be undone, also after a reload.",
      ),
      "After Delete, choose Undo in the message. Later, open *My files*: Deleted files are at the end of this view.",
    ],
    links: ["#/files"],
  },
  {
    key: "keyboard",
    icon: "text",
    title: "Work with the keyboard",
    words: "keys shortcuts ctrl k tab arrows accessibility",
    steps: [
      "Ctrl+K searches games, units, battles, your files, and this help.",
      "Ctrl+Z undoes, Ctrl+Shift+Z or Ctrl+Y makes a change again.",
      "Arrow keys go through menus, tabs and the cells of a record sheet. Escape closes.",
    ],
    links: [],
  },
  {
    key: "files",
    icon: "files",
    title: "Find my files on the computer",
    words: "where folder save backup storage browser yaml zip",
    steps: [
      "*My files* lists all of them, with their names on the disk.",
      "On the website, your browser stores the files. Save them as a zip now and then, or into a folder.",
      "With printshop on your computer, they lie in the folder in which you have started it.",
    ],
    links: ["#/files"],
  },
  {
    key: "text",
    icon: "data",
    title: "See the text of a file",
    words: "yaml editor source code raw",
    steps: [
      "Open a file of your own, and choose Text of the file.",
      "The text is checked while you type. A mark stands at each line with a fault.",
      forHand("Suggestions come while you type; Ctrl+Space asks for them.", "Suggestions come while you type."),
    ],
    links: [],
  },
];

const KEYBOARD = "keyboard";
export const TOPICS = ALL_TOPICS.filter(topic => !isTouch || topic.key !== KEYBOARD);

// The groups of topics, in their order.
export const TOPIC_GROUPS: [title: string, keys: string[]][] = [
  ["Begin", ["print", "files", "undo", "share"]],
  ["Units and fleets", ["unit", "fleet", "picture", "table"]],
  ["Battles and play", ["battle", "tablet", "vassal", "tts"]],
  ["Own games", ["game", "version", "sheet", "map", "text"]],
  ["Printing", ["scale", "cut", "lengths", "language"]],
  ...(isTouch ? [] : [["Keyboard", [KEYBOARD]] as [string, string[]]]),
];

export const topicText = ({ title, words, steps, notes = [] }: Topic) =>
  [title, words, ...steps, ...notes].join(" ").toLowerCase();
export const topicAddress = (topic: Topic) => helpAddress(topic.key);
