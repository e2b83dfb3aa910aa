// The answers of the help: short steps, and links into the views.

import { gameAddress, HOME, helpAddress, newGameAddress, packAddress, playAddress } from "../browser/routes.ts";
import { type FileKind, listOwnFiles } from "../model/own_files.ts";
import { listPrintSettings } from "../model/print_choice.ts";
import { bestOf, makeIndex, rankAll } from "../model/word_search.ts";
import type { GameList } from "../types.ts";
import { FIRST_GAME, firstBattle } from "./library.tsx";
import { PRINT_TOPICS } from "./print_topics.ts";
import type { ShownPlace, Topic } from "./topic.ts";

// Words for a mouse and keys, or for a finger.
const isTouch = matchMedia("(pointer: coarse)").matches,
  forHand = (words: string, touchWords: string) => (isTouch ? touchWords : words);

const first = (tab: Parameters<typeof gameAddress>[1]) => gameAddress(FIRST_GAME, tab);

const ALL_TOPICS: Topic[] = [
  {
    key: "print",
    icon: "print",
    title: "Print a battle",
    words: "pdf pack booklet scenario game first start black white ink output paper printer beginner",
    steps: [
      "*Open a game and its tab Battles*.",
      "Choose See the pages: you see every page before you print.",
      "Choose the paper, and leave out the parts that you do not need.",
      "Choose Print, and print the file at 100\u00a0%.",
    ],
    links: [first("battles")],
    show: "pack",
  },
  {
    key: "paper",
    icon: "files",
    title: "Choose paper, ink and theme",
    words: "size sheet format save ink toner grey gray black white mono printer card",
    steps: [
      "Open the pages of a battle or a fleet.",
      "Choose Paper, Ink or Theme: the pages are drawn again, and you see what you get.",
      "For a single unit, open the menu beside Print, and choose the paper there.",
      "Choose Print, and print the file at 100\u00a0%.",
    ],
    links: [],
    notes: [
      "Pages for “A4 and Letter” fit on both papers. A3 has more on each page, and maps need fewer sheets.",
      "Black only prints colours as patterns. Light colours need less ink.",
    ],
    show: "pack",
    settings: ["paper", "ink", "theme"],
  },
  {
    key: "parts",
    icon: "sheet",
    title: "Leave out pages or counters",
    words:
      "without skip omit exclude hide remove not only some few single one parts choose select records rules booklet markers save ink paper less",
    steps: [
      "Open the pages of a battle or a fleet.",
      forHand(
        "Untick a part in the list of parts, such as counters, or click the box of a single page.",
        "Open the options, and untick a part, such as counters. Or tap the box of a single page.",
      ),
      "Choose Print: the file has only the chosen pages.",
    ],
    links: [],
    show: "pack",
  },
  {
    key: "scale",
    icon: "count",
    title: "Print at 100\u00a0%",
    words:
      "scale actual full true real size fit page shrink ruler margins too small check test verify measure wrong printer resize",
    steps: [
      "In the print window, choose “Actual size” or 100\u00a0%. Never choose “Fit to page”.",
      "Measure the ruler on the page: it has 100 mm and 4 in.",
      "If the ruler is too short, “Fit to page” was on. Print the page again.",
      "If it is still wrong, *correct the errors of the printer*.",
    ],
    links: [helpAddress("calibrate")],
    notes: ["Firefox makes pages smaller. Save the file, and print it from another program."],
    show: "pack",
  },
  {
    key: "lengths",
    icon: "count",
    title: "Use inches or millimetres",
    words: "mm cm centimetre units of length distance measure metric imperial scale ground",
    steps: [
      "Type a length with its unit: 2 in, 50 mm or 5 cm. Each length can have its own unit.",
      "For rulers and templates in inches, open *your game*, its tab Game, and a ruler. Change its lengths.",
      "In a game that comes with printshop, choose Make my own version first.",
    ],
    links: ["#/games"],
    show: "game",
  },
  {
    key: "language",
    icon: "text",
    title: "Print in another language",
    words: "german deutsch english translate translation words french spanish text",
    steps: [
      "Open *your game*, its tab Game, and Edit the game.",
      "Choose More values, then Language. Type de for German.",
      "For another language, or for single words, add Words there: type your own words for those of printshop.",
    ],
    links: ["#/games"],
    notes: [
      "This changes the headings and instructions on the pages. You translate names and rules yourself.",
      "The workshop itself is in English.",
    ],
    show: "game",
  },
  {
    key: "look",
    icon: "fill",
    title: "Change colours and letters",
    words: "colors theme style fonts type side dark light look design background night mode skin",
    steps: [
      "Open *your game*, its tab Game, and choose Edit the game: a theme has letters, colours and frames.",
      "For the colour of a side, open Sides there.",
      "In a game that comes with printshop, choose Make my own version first.",
    ],
    links: ["#/games"],
    notes: ["The workshop is light or dark as your browser is. Pages have a white ground."],
    show: "game",
  },
  {
    key: "cut",
    icon: "pips",
    title: "Cut out and fold counters",
    words: "scissors glue tokens chits miniatures standees tents duplex back flip cardboard thick assemble build",
    steps: [
      "The cover of a battle says what to print on paper and what on card.",
      "The two sides of a counter are printed beside a fold: fold the strip, glue it, and cut it when it is dry.",
      "Cut along the thin marks at the edge with a knife and a steel ruler.",
    ],
    links: [helpAddress("backs")],
    notes: ["Where a sheet has a back, the cover says on which edge you flip the paper: *print on both sides*."],
    show: "pack",
  },
  {
    key: "unit",
    icon: "unit",
    title: "Make my own ship, squad or hero",
    words:
      "unit new add create tank monster vehicle character model plane edit change copy duplicate clone rename custom record stats",
    steps: [
      "*Open a game and its tab Units*.",
      "Choose New unit. You begin with possible values, or with a copy of another unit.",
      "Type the values. You see the record while you type.",
      "Choose Print.",
    ],
    links: [first("units")],
    notes: ["You cannot change a unit of printshop: make your own copy of it."],
    show: first("units"),
  },
  {
    key: "search",
    icon: "search",
    title: "Find and compare units",
    words: "search filter sort look ship value order differences seek where quick",
    steps: [
      forHand("Press Ctrl+K, or choose Search.", "Choose Search in the menu.") +
        " Type a name, a type, or a value such as hull 10.",
      "In *the units of a game*, the search also takes limits: hull > 10, thrust >= 5.",
      "Tick up to six units there, and choose Compare: you see how they differ.",
    ],
    links: [first("units")],
    show: first("units"),
  },
  {
    key: "unittable",
    icon: "table",
    title: "Edit all my units as a table",
    words: "cells grid bulk mass many several at once paste copy columns rows fill down tab enter values numbers",
    steps: [
      "Open *your game and its tab Units*, and choose Edit as a table.",
      forHand(
        "Type into a cell. Enter goes down, Tab to the right, Esc takes the typing back. Below the table is the drawing of the unit.",
        "Tap a cell, and type. The name and the limits of the value stand above the table.",
      ),
      forHand(
        "Copy cells in a spreadsheet, choose the first cell here, and paste. Rows below the last unit are new units.",
        "Copy cells in a spreadsheet, tap the first cell here, and paste. Rows below the last unit are new units.",
      ),
      "Choose Copy the table to take all units into a spreadsheet. If you paste them back with their headings, each row goes to the unit with its name.",
    ],
    links: ["#/games"],
    notes: [
      "A value outside its limits is written, and its cell is red. Undo takes back a whole paste.",
      ...(isTouch
        ? []
        : ["Ctrl+D copies the first chosen row down, Delete clears cells, and Esc, then Tab leaves the table."]),
    ],
    show: "game",
  },
  {
    key: "fleet",
    icon: "fleet",
    title: "Put a fleet together",
    words:
      "army list force squadron team roster points cost limit budget maximum names damage add ship unit new build make create",
    steps: [
      "*Open a game and its tab Fleets*.",
      "Choose New fleet, and give it a name and a side.",
      "Add units. You always see the points and the limit.",
      "Give the units names and damage. Then print the fleet, or play with it.",
    ],
    links: [first("fleets")],
    notes: ["Your own units are in the list, too.", "You can also open a unit, and choose Add to a fleet."],
    show: first("fleets"),
  },
  {
    key: "fleetprint",
    icon: "print",
    title: "Print my fleet",
    words: "army force squadron roster records counters cards pdf ships list",
    steps: [
      "Open your fleet in *My files*.",
      "In What to print, choose the parts: roster, records, cards, counters.",
      "Choose Print, and print the file at 100\u00a0%.",
    ],
    links: ["#/files"],
    notes: ["See the pages shows every page first."],
    show: "fleet",
  },
  {
    key: "battle",
    icon: "battle",
    title: "Write a battle of my own",
    words: "scenario mission story special rules sides forces setup victory new add create design table terrain",
    steps: [
      "*Open a game and its tab Battles*.",
      "Choose New battle, a title and two sides.",
      "Write the story, choose the forces, and say who wins.",
      "See the pages, and print them.",
    ],
    links: [first("battles")],
    notes: ["A fleet of your own can be a force of a battle."],
    show: first("battles"),
  },
  {
    key: "game",
    icon: "games",
    title: "Make a game from nothing",
    words: "new own invent create design rules system figures values stats sides blank scratch starter",
    steps: [
      "Choose *New game*.",
      "Type its title, its sides, and the values of its units. Tick the values that units lose in play.",
      "You get a record sheet, counters and a first battle. Change them as you like.",
    ],
    links: [newGameAddress()],
    show: newGameAddress(),
  },
  {
    key: "version",
    icon: "copy",
    title: "Change a game of printshop",
    words: "own version extends house rules modify edit customize variant homebrew setting stats",
    steps: [
      "*Open a game and its tab Game*.",
      "Choose Make my own version. Your version begins with all units, battles and sheets of the game.",
      "Change its parts in the tab Game. Your values replace those of the game.",
    ],
    links: [first("data")],
    show: first("data"),
  },
  {
    key: "sheet",
    icon: "sheet",
    title: "Make a record sheet",
    words: "form cards rows cells circles boxes marks layout template ssd add column text notes line",
    steps: [
      "*Open a game and its tab Record sheets*.",
      "Choose New record sheet. It has all values of the unit.",
      forHand(
        "Click a cell on the sheet, and change it beside the sheet: words, marks, tables, pictures.",
        "Tap a cell on the sheet, and change it below the sheet: words, marks, tables, pictures.",
      ),
      "Choose Add a row or Add a cell, and what it shows. For boxes to mark, choose Circles or boxes.",
      forHand(
        "Drag a border between two cells to change their widths.",
        "Drag the border of the cell to change its width.",
      ),
      "Print it for all units, or for a fleet.",
    ],
    links: [first("sheets")],
    show: first("sheets"),
  },
  {
    key: "map",
    icon: "map",
    title: "Make a map",
    words: "hexes grid squares terrain board paint draw roads rivers add own game battlefield table mat",
    steps: [
      "On *Start*, choose Paint a map. Choose hexes or squares, how many, and the game.",
      "Choose a kind of terrain, and paint the hexes. Draw roads, rivers and zones, and write names.",
      "Open a battle of the game, and choose the map as its table.",
    ],
    links: [HOME],
    notes: [
      "A map belongs to a game of your own. For a game of printshop, you get your own version with the map.",
      "A large map is printed on several sheets, with a plan for joining them.",
    ],
    show: "game",
  },
  {
    key: "picture",
    icon: "picture",
    title: "Use a picture of my own",
    words: "image artwork png jpg svg photo logo emblem background drawing silhouette icon upload portrait",
    steps: [
      "Open your unit, and go to Picture.",
      "Choose a file: PNG, JPEG, WebP, GIF or SVG, with the bow of a ship to the right.",
      "You see it on the record at once. You see it on the counter if the counters of the game show their units.",
    ],
    links: [],
    notes: [
      "A unit without a picture has a silhouette.",
      "Stellar Wars and The Iron Guest print one picture for each type.",
    ],
    show: "unit",
  },
  {
    key: "table",
    icon: "table",
    title: "Bring a table from Excel",
    words: "csv spreadsheet import xlsx paste export numbers libreoffice sheets google download data",
    steps: [
      "Open a fleet. In Import and export, choose Export a table.",
      "Change the table in your program, and save it as CSV or Excel.",
      "In Import and export, choose Import a table, and open your file. You can undo this.",
    ],
    links: [],
    show: "fleet",
    notes: [
      "The cells of the exported table have commas between them, or semicolons if numbers of your language have a decimal comma: Excel opens only these in columns, and LibreOffice and printshop read both.",
    ],
  },
  {
    key: "share",
    icon: "share",
    title: "Share what I have made",
    words: "link send friend zip bundle mail email give publish export import receive",
    steps: [
      "Open a unit, a fleet or a battle of your own.",
      "Choose Share. You get one file with all that your friend needs, pictures too.",
      "Send the file by mail or in a chat. In Start or My files, your friend chooses Open a file from a friend.",
    ],
    links: [],
    show: "#/files",
  },
  {
    key: "tablet",
    icon: "play",
    title: "Play on a tablet or a phone",
    words: "screen tap circles boxes marks touch ipad iphone android offline html damage dice mobile app",
    steps: [
      "Open *a fleet* or a battle, and choose Play.",
      "Tap a mark, and you fill it and all before it. Tap a filled mark, and you clear it and all after it.",
      "Your fleet keeps its damage in its file. The browser keeps the damage of a battle.",
    ],
    links: ["#/files"],
    notes: [
      "For a device without the workshop, print a record for a tablet (HTML): one file that works without the internet. There, Save marks writes a file. Import and export of the fleet takes its marks and notes.",
    ],
    show: "play",
  },
  {
    key: "damage",
    icon: "pips",
    title: "Mark damage in Play",
    words:
      "strike off cross out boxes circles hits points health wounds losses lost score destroyed sunk dead kill repair track",
    steps: [
      "Open *a fleet* or a battle, and choose Play.",
      forHand("Click", "Tap") + " the last mark that is lost: it and all before it are filled.",
      "If a unit is lost, choose Mark destroyed.",
    ],
    links: ["#/files"],
    show: "play",
  },
  {
    key: "dice",
    icon: "dice",
    title: "Roll dice and count turns",
    words: "die throw random d6 d10 round counter play table",
    steps: [
      "Open *a fleet* or a battle, and choose Play.",
      "Choose Dice, then the number and the kind of dice.",
      "The turn counter is beside Dice: + begins the next turn.",
    ],
    links: ["#/files"],
    show: "play",
  },
  {
    key: "vassal",
    icon: "dice",
    title: "Play with VASSAL",
    words: "vmod module export online virtual table internet",
    steps: [
      "Open the pages of a battle.",
      "In the menu beside Print, choose VASSAL.",
      "Open the file with VASSAL: its name ends in .vmod.",
    ],
    links: [],
    show: "pack",
  },
  {
    key: "tts",
    icon: "dice",
    title: "Play with Tabletop Simulator",
    words: "steam tts export online virtual saved object mod internet",
    steps: [
      "Open the pages of a battle.",
      "In the menu beside Print, choose Tabletop Simulator.",
      "Unpack the zip. A file in it says where you put the saved object.",
    ],
    links: [],
    show: "pack",
  },
  {
    key: "undo",
    icon: "undo",
    title: "Undo a change",
    words: "redo mistake wrong back history lost restore recover bin deleted remove trash accident revert",
    steps: [
      forHand(
        "Press Ctrl+Z, or choose Undo at the top. You can undo the last 40 changes of a file, also after a reload.",
        "Tap Undo, the arrow to the left at the edge of the window. You can undo the last 40 changes of a file, also after a reload.",
      ),
      "After Delete, choose Undo in the message. Later, open *My files*, and look at the end for Deleted files.",
    ],
    links: ["#/files"],
    show: "#/files",
  },
  {
    key: "keyboard",
    icon: "text",
    title: "Work with the keyboard",
    words: "keys shortcuts ctrl tab arrows accessibility",
    steps: [
      "Ctrl+K searches games, units, battles, your files, and this help.",
      "Ctrl+Z undoes a change. Ctrl+Shift+Z or Ctrl+Y makes the change again.",
      "The arrow keys go through menus, tabs and the cells of a record sheet. Escape closes a window.",
    ],
    links: [],
  },
  {
    key: "files",
    icon: "files",
    title: "Find my files on the computer",
    words: "where folder saved saving backup storage browser disk yaml zip location lose download",
    steps: [
      "Open *My files*: you see all of them, with their names on the disk.",
      "On the website, your browser stores your files. Save them as a zip now and then, or into a folder.",
      "If you run printshop on your computer, your files are in the folder where you started it.",
    ],
    links: ["#/files"],
    show: "#/files",
  },
  {
    key: "text",
    icon: "data",
    title: "See the text of a file",
    words: "yaml editor source code raw by hand",
    steps: [
      "Open a file of your own, and choose Text of the file.",
      "The workshop checks the text while you type. You see a sign at each line with a problem.",
      forHand("You get suggestions while you type. Ctrl+Space asks for them.", "You get suggestions while you type."),
    ],
    links: [],
    show: "unit",
  },
  ...PRINT_TOPICS,
];

const KEYBOARD = "keyboard";
export const TOPICS = ALL_TOPICS.filter(topic => !isTouch || topic.key !== KEYBOARD);

// The groups of topics, in their order.
export const TOPIC_GROUPS: [title: string, keys: string[]][] = [
  ["Printing", ["print", "paper", "parts", "scale", "cut", ...PRINT_TOPICS.map(topic => topic.key)]],
  ["Units and fleets", ["unit", "unittable", "search", "fleet", "fleetprint", "picture", "table"]],
  ["Battles and play", ["battle", "tablet", "damage", "dice", "vassal", "tts"]],
  ["Own games", ["game", "version", "look", "sheet", "map", "lengths", "language", "text"]],
  ["Your files", ["files", "share", "undo", ...(isTouch ? [] : [KEYBOARD])]],
];

const SETTINGS = listPrintSettings([]);
// The words of a topic for the search, with the names and the choices of its settings: its steps have common words.
export function indexOfTopic({ title, words, steps, notes = [], settings = [] }: Topic) {
  const options = SETTINGS.filter(({ key }) => settings.includes(key)).flatMap(({ label, choices }) => [
    label,
    ...choices.map(([, choice]) => choice),
  ]);
  return makeIndex(title, "", `${words} ${options.join(" ")}`, [...steps, ...notes].join(" "));
}
// Returns the topics for a typed text, the best first.
export const findTopics = (text: string) => bestOf(rankAll(text, TOPICS, indexOfTopic)).map(({ one }) => one);
export const topicAddress = (topic: Topic) => helpAddress(topic.key);

const isPlace = (show: string, places: Record<ShownPlace, unknown>): show is ShownPlace => Object.hasOwn(places, show);
// Returns the address of the place in the workshop that a topic is about, "" if there is none.
export function placeAddress({ show }: Topic, games: GameList | undefined): string {
  if (!show) return "";
  const own = games ? listOwnFiles(games).filter(one => !one.broken) : [],
    find = (kind: FileKind) => own.find(one => one.kind === kind)?.href,
    battle = games && firstBattle(games)?.battle.what;
  const places: Record<ShownPlace, string | undefined> = {
    pack: battle && packAddress(battle),
    play: battle && playAddress(battle),
    game: own.filter(one => one.kind === "game").map(one => gameAddress(one.game, "data"))[0] ?? first("data"),
    unit: find("unit") ?? first("units"),
    fleet: find("fleet") ?? first("fleets"),
    battle: find("battle") ?? first("battles"),
    sheet: find("sheet") ?? first("sheets"),
  };
  return isPlace(show, places) ? (places[show] ?? "#/games") : show;
}
