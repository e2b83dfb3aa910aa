// The plain values that each action of printshop.workshop takes and gives, as its modules there state them. A question
// of another shape does not compile; what an action gives is taken at its word.

// --- what many give

// What is wrong: its line is 0 where it is not in the file; the unit and the key, where it is at one.
export interface Problem {
  message: string;
  hint: string;
  line: number;
  column: number;
  unit: string;
  key: string;
  file: string;
}

// Of a file that another program has changed since it had the stamp, nothing is overwritten.
export interface Stamped {
  file: string;
  text: string;
  stamp: string;
  game: string;
  problems: Problem[];
}
type Writing = Pick<Stamped, "file" | "stamp">;

export type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain };
export type Names = Record<string, string>;
// Left, top, width, height, in percents of a page.
export type Place = [number, number, number, number];

// --- desk: games, units and their inputs, files

interface Titled {
  key: string;
  title: string;
}
// A map, a form, a counter, a marker, a chart or a template of a game.
export interface GamePart extends Titled {
  file: string; // "" where it is none of the folder's own
}
export type Section = "maps" | "counters" | "forms" | "markers" | "charts" | "templates";
interface OwnBattle extends GamePart {
  what: string;
}
export interface Broken {
  name: string;
  title: string;
  own: boolean;
  file: boolean;
  broken: string;
  of?: string; // the name of the game that it extends, or its own
}
export interface Listed extends Broken {
  units: number;
  called: string[]; // some of them
  path?: Path; // of its first unit, in its own file
  at_fault: boolean; // its own file
  cover: boolean;
  sides: Names;
  parts: Record<Section, GamePart[]>;
  battles: OwnBattle[];
}
interface Along {
  starters: (Titled & { said: string; units: string; picture: string })[];
  themes: string[];
}

export interface Games extends Along {
  games: (Listed | Broken)[];
  fleets: { file: string; title: string; game: string; side: string; broken?: string; units: number; points: string; limit: string }[];
  folder: string;
  changed?: Record<string, number>; // the times of the last changes of all own files
}

// The title of a battle or a fleet, the title `of` its game, and the file of the folder with this battle.
interface Around extends Pick<Games, "fleets" | "themes"> {
  file: string;
  game: string;
  title: string;
  of: string;
}

// What the site has to show before Python is there.
export interface Shelf extends Along {
  games: Listed[];
  units: Record<string, Game>;
}

export interface Unit {
  name: string;
  side: string;
  file: string;
  kind: string; // the key of its type
  cells: string[]; // below the columns of the game
}
export interface Game {
  name: string;
  title: string;
  units: Unit[];
  columns: { head: string; said: string; first: boolean }[]; // the first ones are shown at once
  parts: Record<Section, GamePart[]>;
  sides: Names;
  colors: Names; // of the sides, by their names
  kinds: Names; // the types of units
  texts: [subtitle: string, rights: string, needs: string];
  battles: (Titled & { summary: string; table: string; forces: { side: string; color: string; points: string }[] })[];
}
// A unit of any game, drawn for reading.
export interface DrawnUnit {
  title: string; // of the game
  unit: string;
  side: string;
  color: string;
  kind: string;
  file: string; // "" if it is not the user's
  path: Path; // in its file
  product: string;
  products: string[];
  pages: string[];
  warnings: string[];
  facts: { label: string; value: string; means: string; derived: boolean }[];
}
// A game from nothing: `sides` and `unit` are JSON.
export interface BlankGame {
  title: string;
  sides: string;
  unit: string;
}
export interface DrawnBlankGame {
  pages: { product: string; svg: string }[];
  colors: string[]; // of the sides
  units: { name: string; values: Names }[][]; // of each side, with examples for what is missing
}
export interface GameFigures {
  files: string[]; // of the user's own game
  types: { key: string; name: string; figures: { key: string; label: string; kind: string; allowed: string; lost: boolean; own: boolean }[] }[];
}

// A JSON Schema, as far as those of printshop go.
export interface Schema {
  title?: string;
  description?: string;
  type?: string | string[];
  minimum?: number;
  maximum?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  if?: { properties?: Record<string, { const?: Plain }> };
  then?: Schema;
  else?: Schema;
  enum?: Plain[];
  const?: Plain;
  examples?: Plain[];
  $ref?: string;
  definitions?: Record<string, Schema>;
}

// --- mustering: fleets

export interface Offered {
  name: string;
  side: string;
  points: string;
  file?: string; // the player's own that it is in
}
// A unit that a fleet or a battle may have.
export interface UnitChoice {
  name: string;
  side: string; // "" for any side
  file: string; // the user's file with the unit, if the game of the fleet does not have it yet
  own: boolean;
  points: string; // "" if they are not known
  noun: string; // such as ship
  picture: string; // its key among the pictures
  tracks: Record<string, number>; // circles of its record
  cells: string[]; // below the columns
}
export interface UnitList {
  game: string; // its name in requests for files
  forms: Names; // titles of the sheets for units
  columns: string[];
  sides: Names;
  colors: Names;
  pictures: Names;
  units: UnitChoice[];
}
// The effect of a table on a fleet.
export interface TableEffect {
  changed: number;
  added: number;
  removed: string[]; // units of the lines
  is_new: boolean; // the file would have another text
  stamp: string;
}

// --- playing: a fleet at the table

export interface Mark {
  ship: string;
  track: string;
  kind: string;
  number: number;
  of: number;
  at: Place;
}
export interface Sheet {
  svg: string;
  width: number;
  height: number;
  ships: string[];
  marks: Mark[];
  blanks: { key: string; at: Place }[];
}
export interface Ship {
  key: string;
  side: string;
  line: number; // of the fleet
  damage: Record<string, number>;
  notes: string;
}
export interface Played extends Writing {
  game: string;
  title: string;
  legend: string; // of the mark †, which some sheets have
  sheets: Sheet[];
  ships: Ship[];
}
type Marked = Pick<Played, "stamp" | "ships">;

// --- printing

export interface Wanted {
  what: string;
  kind?: string;
  product?: string;
  unit?: string;
  paper?: string;
  ink?: string;
  theme?: string;
  form?: string;
  fleet?: string; // whose ships a form is for
  fillable?: string;
  without?: string; // products of a fleet, with commas between them
  pages?: string; // codes of the chosen pages, with commas between them
}
export interface PackPage {
  code: string;
  title: string;
  stock: string; // the paper, card or film to print it on
  copies: number;
  svg: string;
}
// Pages of a part of a pack, as they are drawn.
export interface Part {
  front: boolean;
  of: string; // the product
  title: string;
  hint: string; // what to do with the printed pages
  duplex: boolean; // two pages share a sheet: front and back
  pages: PackPage[];
}
export interface Made {
  name: string;
  media: string;
  bytes: Uint8Array<ArrayBuffer>;
}

// --- editor_api: the editor of every file

export type Path = (string | number)[];
// A value of a file: a scalar as typed without quotes, a list, or a block of keys.
export interface Tree {
  text?: string;
  plain?: boolean; // no quotes
  items?: Tree[];
  entries?: [key: string, value: Tree][];
  fixed?: string; // the reason why only the text of the file can change it
  cut?: boolean; // its values are left out: open the file with a path in it
}
export type Value = { text: string } | { yaml: string } | { data: Plain };
export type Edit =
  | { do: "set"; path: Path; value?: Value | null }
  | { do: "insert"; path: Path; number: number; value: Value }
  | { do: "add"; path: Path; key: string; value: Value }
  | { do: "copy"; path: Path; to?: string }
  | { do: "move"; path: Path; to: number }
  | { do: "rename"; path: Path; to: string }
  | { do: "remove"; path: Path };
export interface DocumentProblem {
  message: string;
  hint: string;
  line: number;
  column: number;
  path: Path;
  file: string; // "" for the file itself
}
export interface FleetLine {
  unit: string;
  count: number;
  points: string;
  problem: string;
}
export interface ForceSummary {
  side: string;
  points: string;
  limit?: string;
  stated?: string;
  lines?: FleetLine[];
}
export interface Summary {
  points?: string;
  limit?: string;
  forces: ForceSummary[];
  lines?: FleetLine[];
  maps?: Names; // titles of the maps of a scenario's game
}
// The keys of cells of forms.
export interface CellKeys {
  kinds: Record<string, string[]>; // of cells that each key fits; [] for all kinds
  row: string[]; // keys that only rows have
}
// A name for the words of a form, with the value of the unit that is drawn.
export interface ValueName {
  key: string;
  label: string;
  value: string;
  is_declared: boolean; // by the game
  is_list: boolean;
}
// The drawing of the block at the path of the view.
export interface Drawing {
  pages: string[];
  products: string[]; // that can be drawn of this block
  product: string;
  units: string[]; // for which it can be drawn
  unit: string;
  cells: { path: Path; label: string; place: Place }[]; // on the first page
  facts: { label: string; value: string }[];
  means: Names; // the parts of a notation, by the key of a field
  warnings: string[];
  summary: Summary | null;
  names: ValueName[]; // of a form for units
  map?: MapPlaces; // of a map that is drawn for painting
}
// The hexes of a map; lists of numbers have two for each hex.
export interface MapPlaces {
  shape: "flat-top" | "pointy-top" | "square";
  names: string[];
  places: number[]; // columns and rows, from 1
  centers: number[]; // in percents of the page
  size: [width: number, height: number]; // of a hex, in percents of the page
  page: [width: number, height: number];
  sides: string[]; // the names of the sides, clockwise from the first neighbour
  kinds: { key: string; label: string; color: string }[]; // of paths
}
export interface OwnDocument {
  file: string;
  text: string;
  stamp: string;
  kind: string; // the name of the schema of the file, such as "scenario"
  game: string; // its name in requests
  title: string; // of the game
  tree: Tree | null; // null if the text cannot be read
  problems: DocumentProblem[];
  drawing: Drawing | null;
  refusal: string;
}
export interface View {
  path?: Path;
  unit?: string;
  product?: string;
  theme?: string;
}

// --- all of them: what is given, and what comes back

interface Actions {
  open_document: [{ file: string; view?: string }, OwnDocument];
  edit_document: [Writing & { edits: string; view?: string }, OwnDocument];
  write_document_text: [Writing & { text: string; view?: string }, OwnDocument];
  restore_document: [Writing & { text: string }, { stamp: string }];
  find_document_stamp: [{ file: string }, { stamp: string }];
  find_place: [{ text: string; offset: string }, { path: Path; role: string; start: number; keys: string[] }];
  find_document_schema: [{ file: string }, { schema: Schema }];
  list_all_games: [{ mine?: boolean }, Games | Omit<Games, keyof Along>];
  describe_context: [{ of: string }, Around];
  game: [{ name: string }, Game];
  new_game: [{ name: string; like: string }, { name: string }];
  new_blank_game: [BlankGame, { name: string; battle: string }];
  new_map: [{ game: string; title: string; grid: string; columns: string; rows: string; across: string }, { file: string; key: string }];
  add_figure: [{ game: string; kind: string; figure: string; value?: string }, { key: string; changed: { file: string; text: string; stamp: string }[] }];
  draw_blank_game: [BlankGame, DrawnBlankGame];
  new_unit: [{ game: string; name: string; like?: string; kind?: string; empty?: string }, { file: string; unit: string; path: Path }];
  add_picture: [{ file: string; name: string; data: string }, { art: string }];
  list_pictures: [{ file: string }, { pictures: { name: string; url: string }[] }];
  new_fleet: [{ game: string; title: string; side?: string; empty?: string }, { file: string }];
  list_user_units: [{ file: string }, { units: Offered[] }];
  add_to_fleet: [
    { of: string; unit: string; fleet?: string; title?: string },
    { file: string; stamp?: string; before?: { stamp: string; text: string } }, // what a fleet was that is there already
  ];
  play: [{ file: string }, Played];
  mark: [Writing & { ship: string; track: string; amount: string }, Marked];
  note: [Writing & { ship: string; words: string }, Marked];
  new_battle: [{ game: string; title: string; sides?: string }, { file: string; key: string }];
  add_user_unit: [Writing & { key: string; side: string; unit: string; of: string }, { stamp: string }];
  take_fleet: [Writing & { key: string; side: string; fleet: string }, { stamp: string; title: string; points: string }];
  new_form: [{ game: string; title: string; kind?: string }, { file: string; key: string }];
  list_cell_keys: [object, CellKeys];
  copy: [{ file: string; name: string }, { file: string }];
  share: [{ file: string }, { name: string; files: string[]; data: string }];
  describe_shared: [Wrapped, Look];
  add_files: [{ files: string }, { count: number }];
  save_shared: [Wrapped & { keep_as: string }, { file: string; fleet: boolean; game: string; renamed: string[] }];
  rename: [{ file: string; name: string; title?: string }, { file: string }];
  delete: [{ what: string }, { number: string }];
  list_deleted: [object, { deleted: { number: string; what: string; title: string; path: Path; time: number }[] }];
  restore_deleted: [{ number: string }, { file: string }];
  draw_unit: [{ game: string; unit: string; product?: string }, DrawnUnit];
  draw_part: [{ game: string; section: Section; key: string }, { pages: string[] }];
  list_figures: [{ game: string }, GameFigures];
  new_version: [{ game: string; title: string }, { name: string }];
  make_fleet_table: [{ file: string }, { name: string; text: string }];
  list_units: [{ file: string }, UnitList];
  list_unit_pictures: [{ game: string }, { pictures: Names; units: Names }];
  find_picture: [{ file: string; name: string }, { url: string }];
  import_fleet_table: [Writing & { name: string; table: string; dry_run?: boolean }, TableEffect];
  import_marks: [Writing & { marks: string }, { stamp: string; done: string }];
  list_fleet_products: [{ file: string }, { parts: { product: string; pages: number }[] }];
}
export type Action = keyof Actions;
export type Given<A extends Action> = Actions[A][0];
export type Answer<A extends Action> = Actions[A][1];
// The actions that give the same, and what they are given but for the stamp.
export type Giving<S> = { [A in Action]: Answer<A> extends S ? A : never }[Action];
export type Unstamped<A extends Action> = Given<A> extends infer G ? Omit<G, "stamp"> : never;

// What somebody has sent: a zip with files as base64, or one file of YAML, deflated. `name` is the name of that file.
export type Wrapped = { name: string; data: string };
export interface Look {
  game: string;
  units: string;
  points: string;
  pages: string[];
  files: string[];
  text: string;
}

// What comes bit by bit.
export interface Streams {
  preview: [Pick<Wanted, "what" | "paper" | "ink" | "theme">, Part];
  reading: [object, object];
}

// --- what the page asks the worker for, in which Python is where there is no server

export interface Questions {
  call: [{ action: Action; given: string }, string];
  stream: [{ action: keyof Streams; given: string }, null];
  drawings: [{ given: string }, [svg: string, width: number, height: number][]];
  file: [{ given: string; pictures: ArrayBuffer[] }, Made];
  cover: [{ game: string }, string];
  archive: [object, Uint8Array<ArrayBuffer>];
  files: [object, [path: string, bytes: Uint8Array<ArrayBuffer>][]];
}
export type Question = keyof Questions;
export type Asking =
  | { [Q in Question]: { id: number; kind: Q } & Questions[Q][0] }[Question]
  | { id: number; kind: "cancel" };
export type Telling = "python" | "starting" | "ready" | "full" | "dead";
export type Told =
  | { telling: Telling }
  | ({ id: number; telling?: undefined; part?: undefined } & ({ value: unknown } | { error: string }))
  | { id: number; telling?: undefined; part: string };
