// The drawings of the help: one for each topic, made of a few shapes.

import type { JSX } from "preact";
import { type IconName, strokesOf } from "../components/icons.tsx";

const line = (d: string, kind = "") => <path class={kind} d={d} />;
const text = (x: number, y: number, words: string, kind = "") => (
  <text class={kind} x={x} y={y}>
    {words}
  </text>
);
const box = (x: number, y: number, width: number, height: number, kind = "paper", round = 2) => (
  <rect class={kind} x={x} y={y} width={width} height={height} rx={round} />
);
const icon = (name: IconName, x: number, y: number, size = 24) => (
  <svg aria-hidden="true" x={x} y={y} width={size} height={size} viewBox="0 0 24 24">
    <path d={strokesOf(name)} />
  </svg>
);
const arrow = (x: number, y = 48, width = 28) => line(`M${x} ${y}h${width}m-8-6 8 6-8 6`);
const ship = (x: number, y: number, width = 40, kind = "mark") =>
  line(`M${x} ${y}l${width / 5}-7h${width * 0.6}l${width / 5} 7-${width / 5} 7h-${width * 0.6}z`, kind);
const page = (x: number, y = 14, width = 50, height = 68) => (
  <>
    {box(x, y, width, height)}
    {line(
      `M${x + 8} ${y + 14}h${width - 16}M${x + 8} ${y + 26}h${width - 16}M${x + 8} ${y + 38}h${width - 24}`,
      "pale",
    )}
  </>
);
const marks = (x: number, y: number, count: number, full = 0, step = 13) =>
  Array.from({ length: count }, (_, number) => (
    <circle key={number} class={number < full ? "mark" : ""} cx={x + step * number} cy={y} r={step * 0.35} />
  ));
const record = (x: number, y = 24, width = 112, full = 0) => (
  <>
    {box(x, y, width, 48)}
    {box(x, y, width, 14, "mark")}
    {line(`M${x + width / 2} ${y + 14}v34`)}
    {marks(x + 11, y + 31, Math.floor(width / 26), full, 11)}
    {marks(x + width / 2 + 11, y + 31, Math.floor(width / 34), 0, 11)}
  </>
);
const counter = (x: number, y: number) => (
  <>
    {box(x, y, 54, 30, "ground")}
    {ship(x + 7, y + 15)}
  </>
);
// A button as the workshop has it.
const button = (x: number, y: number, width: number, words: string, kind = "paper") => (
  <>
    {box(x, y, width, 28, kind, 5)}
    {text(x + width / 2, y + 18, words, kind === "mark" ? "middle inverse" : "middle strong")}
  </>
);
const key = (x: number, y: number, words: string, width = 14 + 8 * words.length) => (
  <>
    {box(x, y, width, 28, "ground", 5)}
    {text(x + width / 2, y + 18, words, "middle strong")}
  </>
);
const check = (x: number, y: number, words: string, isTicked: boolean) => (
  <>
    {box(x, y, 14, 14, isTicked ? "mark" : "paper")}
    {isTicked && line(`M${x + 3} ${y + 7}l3 3 5-6`, "inverse")}
    {text(x + 22, y + 11, words, isTicked ? "strong" : "")}
  </>
);
const fleetLine = (x: number, y: number, words: string) => (
  <>
    {ship(x, y, 26)}
    {text(x + 36, y + 4, words, "strong")}
  </>
);
const screen = (x: number, inside: JSX.Element) => (
  <>
    {box(x, 16, 104, 58, "paper", 4)}
    {line(`M${x + 36} 86h32M${x + 52} 74v12`)}
    {inside}
  </>
);
const ruler = (x: number, y: number, width: number, parts: number) => (
  <>
    {box(x, y, width, 20, "ground")}
    {line(
      Array.from(
        { length: parts + 1 },
        (_, number) => `M${x + (width / parts) * number} ${y + 20}v${number % 5 ? -8 : -14}`,
      ).join(""),
    )}
  </>
);
const die = (x: number, spots: [number, number][]) => (
  <>
    {box(x, 28, 40, 40, "paper", 6)}
    {spots.map(([across, down]) => (
      <circle key={`${across} ${down}`} class="mark" cx={x + across} cy={28 + down} r="4" />
    ))}
  </>
);
const hex = (x: number, y: number, kind = "paper") => line(`M${x} ${y}l8-14h16l8 14-8 14h-16z`, kind);

// Each drawing is 320 x 96, with its meaning in words.
const FIGURES: Record<string, [words: string, drawing: () => (JSX.Element | JSX.Element[])[]]> = {
  print: [
    "All pages of a battle, the button Print, and the printer",
    () => [
      page(24, 10),
      page(36, 14),
      page(48, 18),
      arrow(116),
      button(160, 34, 62, "Print", "mark"),
      arrow(236),
      icon("print", 276, 32, 32),
    ],
  ],
  paper: [
    "Pages that fit on A4 and Letter, pages for A3, and pages in colour, in light colours and in black",
    () => [
      box(20, 8, 56, 80),
      box(96, 31, 40, 57),
      text(48, 52, "A3", "middle strong"),
      text(116, 63, "A4", "middle strong"),
      box(156, 34, 42, 54),
      text(177, 64, "Letter", "middle strong"),
      box(224, 14, 84, 18, "mark"),
      box(224, 39, 84, 18, "ground"),
      box(224, 64, 84, 18, "dark"),
    ],
  ],
  parts: [
    "The list of parts: the records are ticked, the counters are not",
    () => [
      check(24, 14, "Booklet", true),
      check(24, 41, "Records", true),
      check(24, 68, "Counters", false),
      arrow(132),
      page(184, 14),
      box(224, 8, 14, 14, "mark"),
      line("M227 15l3 3 5-6", "inverse"),
      page(252, 14),
      box(292, 8, 14, 14),
    ],
  ],
  scale: [
    "The ruler on the page is 100 mm long on paper",
    () => [
      ruler(24, 38, 272, 10),
      line("M24 22H296M32 16 24 22 32 28M288 16 296 22 288 28"),
      text(24, 78, "0"),
      text(160, 78, "50", "middle"),
      text(296, 78, "100 mm", "end"),
    ],
  ],
  lengths: [
    "The same length in inches and in millimetres",
    () => [
      ruler(24, 16, 272, 4),
      ruler(24, 58, 272, 10),
      text(296, 50, "4 in", "end strong"),
      text(296, 92, "101.6 mm", "end strong"),
    ],
  ],
  language: [
    "A record with an English word, and the same record with a German word",
    () => [
      box(24, 22, 104, 52),
      box(24, 22, 104, 18, "mark"),
      text(76, 35, "Hull", "middle inverse"),
      marks(46, 57, 5, 0, 15),
      arrow(146),
      box(192, 22, 104, 52),
      box(192, 22, 104, 18, "mark"),
      text(244, 35, "Rumpf", "middle inverse"),
      marks(214, 57, 5, 0, 15),
    ],
  ],
  look: [
    "Three themes, each with its letters and colours",
    () =>
      [
        ["serif", "mark"],
        ["", "dark"],
        ["slanted", "ground"],
      ].flatMap(([letters = "", fill = ""], number) => [
        box(24 + 96 * number, 16, 80, 64),
        box(24 + 96 * number, 60, 80, 20, fill),
        text(64 + 96 * number, 48, "Aa", `middle large ${letters}`),
      ]),
  ],
  cut: [
    "A strip with two sides is folded at the dashed line, and stands as a tent",
    () => [
      line("M34 12V4M34 84v8M138 12V4M138 84v8"),
      box(34, 14, 104, 68, "ground"),
      line("M34 48H138", "dashed"),
      line("M64 66h36l10 6-10 6H64zM110 30H74l-10-6 10-6h36z", "mark"),
      arrow(164),
      line("M218 82 242 20 302 20 278 82zM242 20 302 20 306 34 286 82 278 82", "ground"),
      ship(240, 58, 36),
    ],
  ],
  unit: [
    "The value of an input is drawn on the record at once",
    () => [
      text(24, 26, "Hull"),
      box(24, 34, 108, 30, "paper", 5),
      text(40, 54, "−", "middle strong"),
      text(78, 54, "5", "middle strong"),
      text(116, 54, "+", "middle strong"),
      line("M56 34v30M100 34v30", "pale"),
      arrow(150),
      record(194, 24, 112),
    ],
  ],
  search: [
    "The search for hull 10 finds one of three units",
    () => [
      box(24, 8, 272, 24, "paper", 5),
      icon("search", 30, 10, 20),
      text(58, 24, "hull > 10", "strong"),
      box(24, 38, 272, 22, "ground"),
      fleetLine(34, 49, "Golem"),
      text(220, 53, "14", "strong"),
      line("M24 84h272", "pale"),
      ship(34, 72, 26, "dark"),
      text(70, 76, "Alpha"),
      text(220, 76, "3"),
    ],
  ],
  fleet: [
    "Units are added to the lines of a fleet, below its limit of points",
    () => [
      counter(24, 33),
      arrow(94),
      box(140, 8, 156, 80, "paper", 5),
      fleetLine(152, 26, "2 × Alpha"),
      fleetLine(152, 50, "1 × Nike"),
      box(152, 70, 132, 8, "ground"),
      box(152, 70, 88, 8, "mark"),
    ],
  ],
  fleetprint: [
    "A fleet becomes a roster, records and counters",
    () => [
      fleetLine(20, 32, "2 × Alpha"),
      fleetLine(20, 62, "1 × Nike"),
      arrow(118),
      page(160),
      record(222, 6, 80),
      counter(222, 60),
    ],
  ],
  picture: [
    "The bow of the ship points to the right",
    () => [
      box(24, 20, 190, 56, "ground", 4),
      line("M46 48 62 35H158L188 48 158 61H62z", "mark"),
      arrow(228, 48, 36),
      text(272, 52, "bow", "strong"),
    ],
  ],
  table: [
    "A table of a spreadsheet becomes the lines of a fleet",
    () => [
      box(24, 16, 120, 64),
      box(24, 16, 120, 16, "ground"),
      line("M24 48h120M24 64h120M64 16v64M104 16v64"),
      arrow(160),
      fleetLine(206, 34, "2 × Alpha"),
      fleetLine(206, 64, "1 × Nike"),
    ],
  ],
  unittable: [
    "Units and their values in the cells of a table; one cell is chosen",
    () => [
      box(40, 12, 240, 72),
      box(40, 12, 240, 18, "ground"),
      line("M40 48h240M40 66h240M150 12v72M194 12v72M238 12v72"),
      ...["Golem", "Alpha", "Nike"].map((name, row) => text(48, 43 + 18 * row, name, "strong")),
      ...["14", "3", "10"].map((hull, row) => text(172, 43 + 18 * row, hull, "middle")),
      ...["2", "5", "4"].map((thrust, row) => text(216, 43 + 18 * row, thrust, "middle")),
      ...["8", "1", "6"].map((guns, row) => text(259, 43 + 18 * row, guns, "middle")),
      box(150, 48, 44, 18, "mark", 0),
      text(172, 61, "3", "middle inverse"),
    ],
  ],
  battle: [
    "Two sides face each other on a table",
    () => [
      box(24, 10, 272, 76, "ground", 4),
      line("M160 10v76", "dashed"),
      ship(48, 30),
      ship(76, 60),
      ship(232, 30, 40, "dark"),
      ship(204, 60, 40, "dark"),
    ],
  ],
  tablet: [
    "The records of a fleet on a tablet",
    () => [box(76, 6, 168, 84, "ground", 9), record(96, 14, 128, 3), box(96, 70, 128, 12, "mark")],
  ],
  damage: [
    "A tap on the third mark fills three marks",
    () => [marks(70, 40, 6, 3, 36), line("M142 90V66M135 73l7-8 7 8"), text(156, 88, "tap")],
  ],
  dice: [
    "Two dice, and the counter of the turns",
    () => [
      die(32, [
        [10, 10],
        [30, 30],
        [20, 20],
      ]),
      die(88, [
        [10, 10],
        [30, 10],
        [10, 30],
        [30, 30],
      ]),
      text(172, 53, "Turn 3", "strong large"),
      key(262, 34, "+", 34),
    ],
  ],
  vassal: [
    "The counters of a battle on the screen of VASSAL",
    () => [
      page(28),
      arrow(96),
      button(138, 34, 62, ".vmod"),
      screen(
        212,
        <>
          {hex(226, 44)}
          {hex(250, 58)}
          {hex(274, 44)}
          {ship(252, 58, 28)}
        </>,
      ),
    ],
  ],
  tts: [
    "The pages of a battle on a table in Tabletop Simulator",
    () => [
      page(28),
      arrow(96),
      button(138, 34, 62, ".zip"),
      screen(
        212,
        <>
          {line("M224 66 238 32h52l14 34z", "ground")}
          {ship(246, 48, 36)}
        </>,
      ),
    ],
  ],
  game: [
    "Values that you type become a record and a counter",
    () => [
      text(24, 30, "Hull", "strong"),
      text(24, 54, "Speed", "strong"),
      text(24, 78, "Guns", "strong"),
      box(74, 16, 40, 20),
      box(74, 40, 40, 20),
      box(74, 64, 40, 20),
      text(94, 31, "9", "middle strong"),
      text(94, 55, "4", "middle strong"),
      text(94, 79, "2", "middle strong"),
      arrow(130),
      record(176, 4, 120),
      counter(210, 60),
    ],
  ],
  version: [
    "A game of printshop, and a version of it that you can change",
    () => [
      box(24, 18, 96, 60, "ground", 5),
      text(72, 52, "Iron Stars", "middle strong"),
      arrow(140),
      box(188, 18, 108, 60, "paper", 5),
      text(230, 52, "Yours", "middle strong"),
      icon("edit", 258, 36),
    ],
  ],
  sheet: [
    "A cell of a record sheet is chosen, and its border is dragged",
    () => [
      box(24, 14, 200, 68),
      box(24, 14, 200, 16, "mark"),
      line("M24 56h200M160 30v52"),
      marks(40, 70, 6, 0, 18),
      box(24, 30, 96, 26, "chosen"),
      line("M108 43h24M113 38l-5 5 5 5M127 38l5 5-5 5"),
      box(240, 22, 62, 52, "ground", 5),
      text(271, 44, "Words", "middle"),
      text(271, 64, "Marks", "middle strong"),
    ],
  ],
  map: [
    "Hexes are painted with a kind of terrain",
    () => [
      ...[0, 1, 2, 3, 4, 5].map(number =>
        hex(24 + 24 * number, 34 + 14 * (number % 2), number > 1 && number < 5 ? "ground" : "paper"),
      ),
      ...[0, 1, 2, 3, 4, 5].map(number =>
        hex(24 + 24 * number, 62 + 14 * (number % 2), number === 3 ? "ground" : "paper"),
      ),
      icon("brush", 128, 34, 30),
      box(220, 16, 26, 26, "ground", 4),
      text(256, 34, "woods", "strong"),
      box(220, 54, 26, 26, "paper", 4),
      text(256, 72, "open"),
    ],
  ],
  share: [
    "A file with all that it needs goes to a friend",
    () => [
      icon("files", 30, 28, 40),
      arrow(84),
      button(126, 34, 62, "Share", "mark"),
      arrow(202),
      line("M262 34a13 13 0 1 0 26 0 13 13 0 1 0-26 0M250 82c0-36 50-36 50 0z", "ground"),
    ],
  ],
  undo: [
    "Undo takes a change back, redo makes it again",
    () => [
      button(24, 34, 60, "14"),
      arrow(96, 48, 24),
      button(132, 34, 60, "15", "ground"),
      icon("undo", 218, 32, 32),
      icon("redo", 266, 32, 32),
    ],
  ],
  keyboard: [
    "Keys: Ctrl and K, Ctrl and Z, and the arrows",
    () => [
      key(24, 14, "Ctrl"),
      key(76, 14, "K", 30),
      text(116, 32, "search"),
      key(24, 54, "Ctrl"),
      key(76, 54, "Z", 30),
      text(116, 72, "undo"),
      key(236, 14, "↑", 30),
      key(202, 54, "←", 30),
      key(236, 54, "↓", 30),
      key(270, 54, "→", 30),
    ],
  ],
  files: [
    "Your files lie in a folder",
    () => [
      line("M44 76V22h26l7 9h47v45z", "ground"),
      text(152, 34, "wasp.yaml", "strong"),
      text(152, 56, "home_fleet.yaml", "strong"),
      text(152, 78, "night_raid.yaml", "strong"),
      line("M136 30h8M136 52h8M136 74h8"),
    ],
  ],
  text: [
    "The text of a file, with a sign at a line with a problem",
    () => [
      box(24, 8, 272, 80, "paper", 4),
      line("M56 8v80", "pale"),
      text(68, 30, "name: Wasp", "strong"),
      text(68, 53, "hull: ten", "strong"),
      text(68, 76, "thrust: 6", "strong"),
      line("M94 58q4-5 8 0t8 0t8 0", "wrong"),
      icon("warning", 30, 38, 20),
    ],
  ],
  backs: [
    "The sheet is turned over its long edge, and the back is printed",
    () => [
      page(60),
      text(85, 94, "front", "middle"),
      line("M124 40c16-24 48-24 64 0m-11-3 11 3 3-11"),
      box(202, 14, 50, 68, "ground"),
      ship(207, 48),
      text(227, 94, "back", "middle"),
    ],
  ],
  calibrate: [
    "The line on the page measures less than 100 mm",
    () => [
      line("M24 24h260M24 16v16M284 16v16"),
      text(154, 46, "99.6 mm", "middle strong"),
      ruler(24, 56, 272, 10),
      text(296, 92, "100 mm", "end"),
    ],
  ],
  large: [
    "Usual letters and marks, and larger ones",
    () => [
      box(24, 26, 96, 48),
      text(40, 48, "Hull 5", "strong"),
      marks(44, 62, 5, 0, 12),
      arrow(140),
      box(188, 8, 112, 80),
      text(200, 44, "Hull 5", "strong large"),
      marks(208, 68, 5, 0, 19),
    ],
  ],
  machine: [
    "A knife cuts along the outline of the counters",
    () => [
      box(28, 12, 190, 72),
      box(44, 24, 70, 48, "ground"),
      box(132, 24, 70, 48, "ground"),
      ship(59, 48),
      ship(147, 48),
      line("M38 18h82v60H38z", "dashed"),
      line("M126 18h82v60h-82z", "dashed"),
      icon("erase", 240, 28, 40),
    ],
  ],
  printshop: [
    "The PDF goes to a print shop, which prints at 100 %",
    () => [
      page(32),
      text(57, 76, "PDF", "middle strong"),
      text(182, 38, "100 %", "middle strong"),
      line("M100 56h120m-8-6 8 6-8 6"),
      line("M238 44h60v40h-60zM232 44l10-24h52l10 24zM260 84V62h16v22", "ground"),
    ],
  ],
};

export function TopicFigure({ topic }: { topic: string }) {
  const [words, draw] = FIGURES[topic] ?? [];
  return draw ? (
    <svg class="topic-figure" viewBox="0 0 320 96" role="img" aria-label={words}>
      {draw().map((shape, number) => (
        <g key={number}>{shape}</g>
      ))}
    </svg>
  ) : null;
}
