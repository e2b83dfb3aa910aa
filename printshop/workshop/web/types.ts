// The types of all actions. `python -m printshop.workshop.page_types` writes this file from value_kinds.py,
// edit_shapes.py, game_plans.py, word_shapes.py and replies.py: change these instead.

export type ValueKind = "cells" | "colour" | "counter" | "counter size" | "figures" | "flag" | "formula" | "length" | "length or word" | "list field" | "path kind" | "pattern" | "picture" | "piece" | "prose" | "share" | "side" | "side colour" | "size" | "table" | "texts" | "theme" | "unit list" | "unit name" | "unit type";

// The parts of guns of one kind, written as count/die xdamage and traits, or as their count alone if `short`.
export interface BatteryParts {
  dice: Array<string>; // [] for all dice
  lowest_damage: number;
  highest_damage: number;
  short: boolean;
  traits: Record<string, string>; // meanings by word
}

// The limits of the values of a field. A field of any text has none.
export interface FieldLimits {
  low?: string; // of numbers, of the count of guns or of the count of words; with a sign such as %
  high?: string;
  each?: boolean; // the limits are those of each of several numbers
  example?: string;
  options?: Array<string>; // words to choose from
  open?: boolean; // another word is allowed, too
  rows?: number; // the largest number of rows
  guns?: BatteryParts;
  words?: string; // a sentence, for a kind of field with limits of another kind
}

export type ValuePath = Array<string | number>; // keys, and numbers of items from 0

// A value to write as a text.
export interface TextValue {
  text: string;
}

// A value to write as YAML on one line.
export interface YamlValue {
  yaml: string;
}

// A value to write as data: JSON of any kind.
export interface DataValue {
  data: unknown;
}

export type Value = TextValue | YamlValue | DataValue;

// An edit that writes a value. Without a value, it removes the value and its key.
export interface SetEdit {
  do: "set";
  path: ValuePath;
  value?: Value | null;
}

// An edit that inserts an item into a list.
export interface InsertEdit {
  do: "insert";
  path: ValuePath; // of the list
  number: number; // of the item, from 0
  value: Value;
}

// An edit that adds an entry under a new key.
export interface AddEdit {
  do: "add";
  path: ValuePath; // of the block
  key: string;
  value: Value;
}

// An edit that copies an item, or an entry to the key `to`.
export interface CopyEdit {
  do: "copy";
  path: ValuePath;
  to?: string;
}

// An edit that moves an item of a list to another number.
export interface MoveEdit {
  do: "move";
  path: ValuePath;
  to: number;
}

// An edit that gives an entry another key.
export interface RenameEdit {
  do: "rename";
  path: ValuePath;
  to: string;
}

// An edit that removes an item or an entry.
export interface RemoveEdit {
  do: "remove";
  path: ValuePath;
}

export type Edit = SetEdit | InsertEdit | AddEdit | CopyEdit | MoveEdit | RenameEdit | RemoveEdit;

// A correction of a problem: the words of its button, and its edits.
export interface Correction {
  words: string;
  edits: Array<Edit>;
}

// A field of a new unit type.
export interface FieldPlan {
  label: string;
  kind?: string;
  low?: string; // of a number, or of the sides of a die, as typed
  high?: string;
  options?: Array<string>; // the words of a choice
  is_marked?: boolean;
}

// The unit type of a new game. Without a drawing, it has the usual one.
export interface UnitTypePlan {
  name: string;
  plural: string;
  fields: Array<FieldPlan>;
  drawing?: string;
}

// One of the first units of a side. A name or a value that is missing becomes an example.
export interface UnitPlan {
  name?: string;
  values?: Record<string, string>; // by the labels of fields
}

// A side of a new game. Without a colour, one is chosen.
export interface SidePlan {
  name: string;
  color?: string;
  units: Array<UnitPlan>;
}

// A new unit: a copy of the unit `like`, or of an example of its `kind`. If `empty`, it copies none.
export interface NewUnitPlan {
  section: "unit";
  title: string;
  like?: string;
  kind?: string;
  empty?: boolean;
}

// A new battle of some sides, without these of two sides.
export interface NewBattlePlan {
  section: "scenario";
  title: string;
  sides?: Array<string>;
}

// A new fleet with only one `unit`, or with examples. If `empty`, it has no units.
export interface NewFleetPlan {
  section: "fleet";
  title: string;
  side?: string;
  unit?: string;
  empty?: boolean;
}

// A new record sheet: a copy of the sheet `like`, or one for the units of a `kind`.
export interface NewFormPlan {
  section: "form";
  title: string;
  like?: string;
  kind?: string;
}

// A new map. The numbers are as typed, and the size of each hex or square is a length.
export interface NewMapPlan {
  section: "map";
  title: string;
  grid?: "flat-top" | "pointy-top" | "square";
  columns?: string;
  rows?: string;
  across?: string;
}

export type EntryPlan = NewUnitPlan | NewBattlePlan | NewFleetPlan | NewFormPlan | NewMapPlan;

// A row of marks in words. The label "" means that the record has no words beside the marks.
export interface MarkRow {
  label: string;
  figures: Array<string>;
  sections: Array<number>; // the numbers of marks between heavy lines; empty without such lines
  group: number; // the number of marks in each group of the row; 0 for a row without groups
  letters: Array<string>; // the letter in each mark, or ""; empty without letters
}

// The words of a unit's record: its rows of marks by track, and its tables of figures, line by line.
export interface RecordWords {
  rows: Record<string, MarkRow>;
  tables: Array<Array<Array<string>>>;
}

export type Names = Record<string, string>;

export type ProblemCode = "" | "missing file" | "missing key" | "records too high" | "unknown battle" | "unknown game" | "unknown key" | "unknown unit";

export type Place = Array<number>; // left, top, width, height, in percents of a page

// A reason why an action was refused, and advice.
export interface Reason {
  message: string;
  hint: string;
  code: ProblemCode;
}

// The reply of an action that was refused.
export interface Refusal {
  problems: Array<Reason>;
}

// The stamp of a file: an action does not overwrite a file that another program has changed since.
export interface Stamp {
  stamp: string;
}

// The path of a file, below the folder.
export interface FileName {
  file: string;
}

// The file of a new entry, its key (of a unit or a fleet ""), and the path of a unit in the file.
export interface NewEntry extends FileName {
  key: string;
  path: ValuePath;
}

// The name of a game in requests.
export interface GameName {
  name: string;
}

// The key and title of an entry.
export interface TitledEntry {
  key: string;
  title: string;
}

export type PrintFormat = "pdf" | "html" | "svg" | "png" | "vassal" | "tts";

export type InkMode = "colour" | "light" | "black";

export type Variant = "" | "large" | "erase" | "numbers"; // of all pages; "" for none

export type Backs = "" | "long" | "short" | "none"; // the edge over which sheets are turned; "": as the game says

export type Section = "maps" | "counters" | "forms" | "markers" | "charts" | "templates";

// A map, a form, a counter, a marker, a chart or a template of a game.
export interface GamePart extends TitledEntry {
  file: string; // "" if it is not in the folder
  unit?: string; // the type of the units of a form, "" for none
  default?: boolean; // every pack of the game has it
}

// A side in a scenario or fleet. The points are those of its units, "" for none or unknown points.
export interface BattleForce {
  side: string;
  color: string;
  points: string;
}

// A scenario of a game, in some sentences.
export interface ListedBattle extends GamePart {
  what: string; // GAME/BATTLE
  summary: string;
  table: string; // its size, or the title of the map
  forces: Array<BattleForce>;
  unit_names: Array<string>;
}

// A game, or a file, that cannot be read.
export interface BrokenGame {
  name: string;
  title: string;
  own: boolean;
  file: boolean; // a single file, not a folder
  broken: string; // the reason; "" if the game can be read
}

// The place of a problem in an own file.
export interface ProblemPlace {
  unit: string; // its name; "" for a problem of something else
  file: string;
  line: number; // from 1
  message: string;
}

// A game, or a file that extends one.
export interface ListedGame extends BrokenGame {
  of: string; // the name of the game that it extends, or its own
  units: number;
  unit_names: Array<string>; // the first units
  path: ValuePath; // of the first unit in its file
  problems: Array<ProblemPlace>; // of a file, or of the files that it extends
  parts: Record<Section, Array<GamePart>>;
  battles: Array<ListedBattle>;
}

// A fleet of the folder.
export interface ListedFleet extends FileName {
  title: string;
  game: string;
  side: string;
  forces: Array<BattleForce>;
  unit_names: Array<string>; // the units, such as "2 x NAME"
  units: number;
  points: string;
  limit: string; // "" for none
  broken: string; // the first problem, or ""
}

// The games and fleets of the folder.
export interface OwnGames {
  games: Array<ListedGame | BrokenGame>;
  fleets: Array<ListedFleet>;
  folder: string;
  changed: Record<string, number>; // the times of the last changes of all own files
}

// A game to copy.
export interface Starter extends TitledEntry {
  summary: string;
  units: string;
  picture: string;
}

// All games, and the fleets of the folder, as the browser stores them.
export interface GameList extends OwnGames {
  starters: Array<Starter>;
}

// The games that come with printshop.
export interface ShippedGames {
  games: Array<ListedGame | BrokenGame>;
  starters: Array<Starter>;
}

// The games that the site shows before Python has started.
export interface Shelf extends ShippedGames {
  units: Record<string, GameContents>;
}

// The game of a file or battle, with the fleets and themes for it.
export interface FileContext {
  file: string; // of the folder, with the battle
  game: string;
  title: string; // of the battle or fleet
  of: string; // title of the game
  themes: Array<string>;
  fleets: Array<ListedFleet>;
}

// A unit in the table of a game.
export interface UnitRow extends FileName {
  name: string;
  side: string;
  kind: string; // the key of its type
  cells: Array<string>; // below the columns of the game
}

// A column of a table of units.
export interface Column {
  head: string;
  description: string;
  first: boolean; // shown at once
}

// A game with its units, parts and scenarios.
export interface GameContents {
  name: string;
  title: string;
  units: Array<UnitRow>;
  columns: Array<Column>;
  parts: Record<Section, Array<GamePart>>;
  sides: Names;
  colors: Names; // of the sides, by their names
  prefixes: Names; // of the names of units, by the keys of the sides that have one
  kinds: Names; // types of units
  texts: Array<string>; // subtitle, rights, things to bring
}

// A theme with a small drawing of its look.
export interface ThemeSample {
  key: string;
  title: string; // a few words about it
  page: string; // SVG
}

// All themes that a game can have, and the key of the theme of a game without one.
export interface ThemeSamples {
  themes: Array<ThemeSample>;
  usual: string;
}

// A value of a unit with its meaning.
export interface UnitFact {
  key: string;
  label: string;
  value: string;
  meaning: string;
  derived: boolean; // calculated by the game
}

// A warning of a unit or a fleet.
export interface UnitWarning {
  message: string;
  subject: string; // the key of the value of the unit that it is about, "limit" of a fleet, or ""
}

// A new game, and its first battle as GAME/BATTLE.
export interface NewBlankGame extends GameName {
  battle: string;
}

// A page of a product.
export interface ProductPage {
  product: string;
  svg: string;
}

// A unit of a game that is being described, with examples for missing values.
export interface ExampleUnit {
  name: string;
  values: Names;
}

// A game that is being described.
export interface DrawnBlankGame {
  pages: Array<ProductPage>;
  colors: Array<string>; // of the sides
  units: Array<Array<ExampleUnit>>; // of each side
}

// A file that an action changed: its text before, and its new stamp.
export interface ChangedFile extends FileName, Stamp {
  text: string;
}

// The files that an action changed.
export interface ChangedFiles {
  changed: Array<ChangedFile>;
}

// A field of a unit type.
export interface FieldRow {
  key: string;
  label: string;
  kind_label: string;
  limits: FieldLimits;
  has_marks: boolean; // on a record
  own: boolean; // it stands in the user's main file
}

// A unit type with its fields.
export interface TypeFields {
  key: string;
  name: string;
  prints: Array<string>; // the products of units that an entry of the game makes for this type
  fields: Array<FieldRow>;
}

// The fields of each unit type.
export interface GameFields {
  types: Array<TypeFields>;
}

// One page, or none.
export interface SmallDrawing {
  pages: Array<string>;
}

// A picture as the data names it.
export interface PictureName {
  art: string;
}

// A picture to choose, and its data: address.
export interface NamedPicture {
  name: string;
  url: string;
  is_own: boolean; // beside the file, not of the game that the file adds to
}

// The pictures to choose from.
export interface PictureList {
  pictures: Array<NamedPicture>;
}

// A unit that a fleet or a battle may have.
export interface ListedUnit {
  name: string;
  side: string; // "" for any side
  file: string; // the user's file with the unit, if the game of the fleet does not have it yet
  own: boolean;
  broken: string; // the user's file with a problem in the unit, or ""
  points: string; // "" if they are not known
  noun: string; // such as ship
  tracks: Record<string, number>; // marks of its record
  cells: Array<string>; // below the columns
}

// The units that a fleet or a battle may have.
export interface UnitList {
  game: string; // its name in requests for files
  forms: Names; // titles of the forms for units
  maps: Names; // titles of the maps of the game
  columns: Array<string>;
  sides: Names;
  colors: Names;
  art: UnitPictures;
  units: Array<ListedUnit>;
}

// Pictures of units, each once, and the key of the picture for each name of a unit that has one.
export interface UnitPictures {
  pictures: Names;
  units: Names;
}

// Edits of a file.
export interface FileEdits {
  edits: Array<Edit>;
}

// A fleet as CSV, and the name of the file.
export interface FleetTable {
  name: string;
  text: string;
}

// The lines of a table for a fleet, the keys for which it has columns, and a warning about the table or "".
export interface TableLines {
  lines: Array<Tree>;
  columns: Array<string>;
  note: string;
}

// A fleet that a force was filled with. With other values, or with notes, units differ from those of the battle.
export interface TakenFleet extends Stamp {
  title: string;
  points: string;
  destroyed: Array<string>; // units that are left out
}

// A product of a fleet.
export interface ProductPages {
  product: string;
  pages: number;
  entries: Array<string>; // the keys of its forms or counters
}

// The products that are printed for a fleet.
export interface FleetProducts {
  parts: Array<ProductPages>;
}

// A mark of a unit on a sheet. `number` counts the `of` marks of the track from 1.
export interface SheetMark {
  unit: string;
  track: string;
  kind: string;
  number: number;
  of: number;
  at: Place;
}

// A space to write in on a sheet. `label` is its label on the sheet, or ""; texts are stored by `key`.
export interface WritingSpace {
  key: string;
  unit: string;
  label: string;
  at: Place;
}

// A record or card, drawn without damage. The width and the height are points.
export interface PlaySheet {
  svg: string;
  width: number;
  height: number;
  units: Array<string>;
  marks: Array<SheetMark>;
  spaces: Array<WritingSpace>;
}

// A unit of a fleet in play, with its state at the beginning.
export interface PlayUnit {
  key: string;
  side: string;
  line: number; // of the fleet, from 0
  damage: Record<string, number>;
  notes: string;
  writing: Record<string, string>; // texts by the number of their writing space
}

// The units of a fleet with the marks of a saved sheet.
export interface MarkedUnits {
  units: Array<PlayUnit>;
  done: string; // the changes, as a sentence
}

// A fleet or battle in play. A battle has the stamp "" and no lines.
export interface PlayedFleet extends Stamp {
  units: Array<PlayUnit>;
  lines: Array<Tree>;
  turn: number;
  file: string;
  game: string;
  title: string;
  legend: string; // of the mark †, which some sheets have
  sheets: Array<PlaySheet>;
  records: Record<string, RecordWords>; // by unit
}

// A page of a pack.
export interface PackPage {
  code: string;
  title: string;
  stock: string; // the paper, card or film to print it on
  copies: number; // to print; a page of several kits stands in the PDF more than once
  svg: string;
}

// Some pages of a part of a pack.
export interface PackPart {
  front: boolean;
  of: string; // the product
  title: string;
  hint: string; // what to do with the printed pages
  duplex: boolean; // two pages share a sheet: front and back
  pages: Array<PackPage>;
  order: Array<string>; // in the last one: the codes of all pages of the PDF
}

// A zip with files to send, as base64.
export interface SharedZip {
  name: string;
  files: Array<string>;
  data: string;
}

// The contents of files that somebody sent.
export interface SharedContents {
  game: string;
  units: string;
  points: string;
  pages: Array<string>;
  files: Array<string>;
  kept: string;
  taken: Array<string>;
  text: string;
}

// The main file of files that somebody sent, now in the folder.
export interface SavedShared extends FileName {
  renamed: Array<string>;
}

// The number of files that were added.
export interface FileCount {
  count: number;
}

// The number of a file in the bin.
export interface BinNumber {
  number: string;
}

// A file in the bin, with the path to its title.
export interface DeletedFile extends BinNumber {
  what: string;
  title: string;
  text: string;
  path: ValuePath;
  time: number;
}

// The files in the bin.
export interface DeletedFiles {
  deleted: Array<DeletedFile>;
}

// A value of a file: a scalar, a list, or a block of keys.
export interface Tree {
  text?: string; // of a scalar, without quotes
  plain?: boolean; // no quotes
  items?: Array<Tree>;
  entries?: Array<[string, Tree]>;
  fixed?: string; // the reason why only the text of the file can change it
}

// The block that is edited, and how it is drawn. Without `drawn`, it is drawn.
export interface View {
  path?: ValuePath;
  unit?: string;
  product?: string;
  theme?: string;
  drawn?: boolean;
}

// A problem of a file at the value where it stands.
export interface DocumentProblem extends Reason {
  suggestion: string; // the name that is probably meant, in place of an unknown one
  corrections: Array<Correction>; // the best one first
  subject: string; // the beginning of the message, if it names the value
  line: number; // 0 if it has no place
  column: number;
  path: ValuePath;
  file: string; // "" for the file itself
  unit: string; // the name of a unit in another file; "" for anything else
}

// The points of a fleet, of its forces and of its lines. A fleet that cannot be read has none.
export interface FleetPoints {
  points: string;
  forces: Array<BattleForce>;
  lines: Array<string>;
}

// The keys of cells of forms.
export interface CellKeys {
  kinds: Record<string, Array<string>>; // of cells that each key fits; [] for all kinds
  row: Array<string>; // keys that only rows have
}

// A name for the words of a form, with the value of the unit that is drawn.
export interface ValueName {
  key: string;
  label: string;
  value: string;
  is_declared: boolean; // by the game
  is_list: boolean;
}

// A cell of a form on the first page.
export interface DrawnCell {
  path: ValuePath;
  place: Place;
}

// A kind of paths of a map.
export interface PathKindLabel {
  key: string;
  label: string;
  color: string;
}

// The hexes of a map. Lists of numbers have two for each hex.
export interface MapPlaces {
  shape: "flat-top" | "pointy-top" | "square";
  names: Array<string>;
  places: Array<number>; // columns and rows, from 1
  centers: Array<number>; // in percents of the page
  size: [number, number]; // of a hex, in percents of the page
  page: [number, number];
  sides: Array<string>; // the names of the sides, clockwise from the first neighbour
  kinds: Array<PathKindLabel>;
}

// The drawing of the block at the path of the view.
export interface BlockDrawing {
  pages: Array<string>;
  products: Array<string>; // that can be drawn of this block
  product: string;
  units: Array<string>; // for which it can be drawn
  unit: string;
  cells: Array<DrawnCell>;
  facts: Array<UnitFact>;
  meanings: Names; // the parts of a notation, by the key of a field
  warnings: Array<UnitWarning>;
  summary: FleetPoints | null;
  names: Array<ValueName>; // of a form for units
  tracks?: Array<string>; // the names of the marks of a form
  map?: MapPlaces; // of a map that is drawn for painting
}

// A unit of any game, drawn for reading.
export interface DrawnUnit extends BlockDrawing {
  title: string; // of the game
  side: string;
  color: string;
  kind: string;
  file: string; // "" if it is not the user's
  path: ValuePath; // in its file
}

// A file in the editor.
export interface OpenDocument extends FileName, Stamp {
  text: string;
  kind: string; // the name of the schema of the file, such as "scenario"
  game: string; // its name in requests
  title: string; // of the game
  tree: Tree | null; // null if the text cannot be read
  problems: Array<DocumentProblem>;
  drawing: BlockDrawing | null;
  refusal: string;
}

// The JSON Schema of a file, or an empty one.
export interface DocumentSchema {
  schema: Record<string, any>;
}

export type FileRequest = { what: string; kind?: PrintFormat; product?: string; unit?: string; paper?: string; ink?: InkMode; theme?: string; form?: string; without?: string; fillable?: boolean; fleet?: string; pages?: string; marks?: Record<string, number | string> | null; variant?: Variant; backs?: Backs; count?: number; printer?: Array<number> | null };

export interface Actions {
  open_document: [{ file: string; view?: View | null }, OpenDocument];
  find_document_stamp: [{ file: string }, Stamp];
  find_document_schema: [{ file: string }, DocumentSchema];
  list_own_games: [object, OwnGames];
  list_shipped: [object, ShippedGames];
  describe_context: [{ of: string }, FileContext];
  describe_game: [{ name: string }, GameContents];
  draw_blank_game: [{ title: string; sides: Array<SidePlan>; unit: UnitTypePlan }, DrawnBlankGame];
  list_pictures: [{ file: string; name?: string }, PictureList];
  list_units: [{ file: string }, UnitList];
  list_unit_pictures: [{ game: string }, UnitPictures];
  describe_play: [{ file: string }, PlayedFleet];
  read_marks: [{ file: string; marks: string; now: Record<string, number | string> }, MarkedUnits];
  list_cell_keys: [object, CellKeys];
  list_fleet_products: [{ file: string }, FleetProducts];
  make_fleet_table: [{ file: string }, FleetTable];
  read_fleet_table: [{ file: string; name: string; table: string }, TableLines];
  share_files: [{ file: string }, SharedZip];
  describe_shared: [{ name: string; data: string }, SharedContents];
  draw_unit: [{ game: string; unit: string; product?: string }, DrawnUnit];
  draw_part: [{ game: string; section: string; key: string }, SmallDrawing];
  list_type_fields: [{ game: string }, GameFields];
  list_themes: [object, ThemeSamples];
  list_deleted: [object, DeletedFiles];
  edit_document: [{ file: string; stamp: string; edits: Array<Edit>; view?: View | null; before?: string }, OpenDocument];
  write_document_text: [{ file: string; stamp: string; text: string; view?: View | null }, OpenDocument];
  new_game: [{ name: string; like?: string; extends?: string }, GameName];
  create_entry: [{ game: string; entry: EntryPlan }, NewEntry];
  new_blank_game: [{ title: string; sides: Array<SidePlan>; unit: UnitTypePlan }, NewBlankGame];
  add_field: [{ game: string; kind: string; field: FieldPlan; value?: string }, ChangedFiles];
  add_picture: [{ file: string; name: string; data: string }, PictureName];
  join_file: [{ file: string; of: string }, FileEdits];
  take_fleet: [{ file: string; stamp: string; key: string; side: string; fleet: string }, TakenFleet];
  copy_file: [{ file: string; name: string }, FileName];
  rename_file: [{ file: string; name: string; title?: string }, FileName];
  delete_file: [{ what: string }, BinNumber];
  save_shared: [{ name: string; data: string; keep_as: string }, SavedShared];
  add_files: [{ files: Array<[string, string]> }, FileCount];
  adopt_part: [{ game: string; section: string; key: string }, FileName];
  restore_deleted: [{ number: string }, FileName];
  empty_bin: [object, FileCount];
}

export interface Streams {
  preview_pack: [{ what: string; paper?: string; ink?: InkMode; theme?: string; variant?: Variant; backs?: Backs }, PackPart];
  read_games: [object, null];
}
