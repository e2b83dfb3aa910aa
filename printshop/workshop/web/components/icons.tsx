// Icons: strokes on a grid of 24 x 24.

const STROKES = {
  add: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  brush: "M20 4c-5 1.5-8.5 5-10 8l2 2c3-1.5 6.5-5 8-10zM9.5 12.5c-3 0-3 3-5 4 1.5 2 6 2 7-2",
  fill: "M10.5 4 4 10.5l6 6 6.5-6.5zM10.5 4 8 1.5M4 10.5h12M19 14c1.3 2 2 3 2 4a2 2 0 0 1-4 0c0-1 .7-2 2-4z",
  road: "M7 20 10 4M17 20 14 4M12 5v2.5M12 10.5v3M12 17v3",
  river: "M4 7c3-3 5 3 8 0s5 3 8 0M4 12.5c3-3 5 3 8 0s5 3 8 0M4 18c3-3 5 3 8 0s5 3 8 0",
  zone: "M8 4.5h8l4 7.5-4 7.5H8L4 12zM8 12h8M12 8v8",
  border: "M4 18 8 11l5 2 3-7 4 1",
  erase: "M9 19 4 14l9-9 6.5 6.5L12 19zM8 10l6.5 6.5M9 19h11",
  choose: "M6 3.5 18.5 11l-5.4 1.3 2.9 6.2-2.6 1.2-2.9-6.2L6 17.5z",
  move: "M12 3v18M3 12h18M9.5 5.5 12 3l2.5 2.5M9.5 18.5 12 21l2.5-2.5M5.5 9.5 3 12l2.5 2.5M18.5 9.5 21 12l-2.5 2.5",
  remove: "M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7M10.5 10.5v6M13.5 10.5v6",
  up: "M12 19V6M6.5 11.5 12 6l5.5 5.5",
  down: "M12 5v13M6.5 12.5 12 18l5.5-5.5",
  copy: "M9 9h10v10H9zM15 9V5H5v10h4",
  grip: "M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01",
  more: "M5.3 12a.7.7 0 1 0 1.4 0a.7.7 0 1 0-1.4 0M11.3 12a.7.7 0 1 0 1.4 0a.7.7 0 1 0-1.4 0M17.3 12a.7.7 0 1 0 1.4 0a.7.7 0 1 0-1.4 0",
  undo: "M9 14 4.5 9.5 9 5M5 9.5h8.5a5.5 5.5 0 0 1 0 11H11",
  redo: "M15 14l4.5-4.5L15 5M19 9.5h-8.5a5.5 5.5 0 0 0 0 11H13",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20 20",
  print: "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z",
  menu: "M4 7h16M4 12h16M4 17h16",
  help: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .9-1 1.7v.5M12 17h.01",
  home: "M4 11.5 12 5l8 6.5M6.5 10v9h11v-9",
  games: "M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z",
  files: "M6 3.5h8l4 4V20.5H6zM14 3.5v4h4",
  play: "M8 5.5v13l10.5-6.5z",
  text: "M5 7h14M5 12h14M5 17h9",
  share:
    "M15.5 7.5 8.5 11M8.5 13.5l7 3.5M18 8.5a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM6 14.5a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM18 20.5a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z",
  edit: "M5 19l1-4L16 5l3 3L9 18zM14 7l3 3",
  close: "M6 6l12 12M18 6 6 18",
  back: "M19 12H6M11.5 6.5 6 12l5.5 5.5",
  previous: "M14.5 6l-6 6 6 6",
  next: "M5 12h13M12.5 6.5 18 12l-5.5 5.5",
  open: "M9.5 6l6 6-6 6",
  take_in: "M12 3.5v10M7.5 9 12 13.5 16.5 9M4.5 14.5v5h15v-5",
  send_out: "M12 13.5v-10M7.5 8 12 3.5 16.5 8M4.5 14.5v5h15v-5",
  unit: "M3.5 12 8 7.5h9l4 4.5-4 4.5H8zM10 12h4",
  fleet: "M4 8.5h9l3 2.5-3 2.5H4zM8 15.5h9l3 2.2-3 2.3H8zM12 3.5h5l3 1.8-3 1.9h-5z",
  battle: "M5 4l10.5 10.5M19 4 8.5 14.5M5.5 15.5l3 3M18.5 15.5l-3 3M4 20l3-3M20 20l-3-3",
  sheet: "M5 4h14v16H5zM8 8h8M8 12h3M13 12h3M8 16h3M13 16h3",
  data: "M5 6c0-1.4 3.1-2.5 7-2.5S19 4.6 19 6s-3.1 2.5-7 2.5S5 7.4 5 6zM5 6v12c0 1.4 3.1 2.5 7 2.5s7-1.1 7-2.5V6M5 12c0 1.4 3.1 2.5 7 2.5s7-1.1 7-2.5",
  map: "M4 6.5 9.5 4l5 2.5L20 4v13.5L14.5 20l-5-2.5L4 20zM9.5 4v13.5M14.5 6.5V20",
  picture: "M4 5h16v14H4zM4 16l5-5 4 4 2.5-2.5L20 17M15.5 9.5h.01",
  dice: "M5 5h14v14H5zM9 9h.01M15 9h.01M12 12h.01M9 15h.01M15 15h.01",
  enlarge: "M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5",
  done: "M5 12.5 10 17.5 19 7",
  warning: "M12 4.5 21 19.5H3zM12 10v4.5M12 17h.01",
  settings:
    "M4 8h9M17 8h3M4 16h3M11 16h9M15 10.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM9 18.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z",
  pips: "M6.5 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM13 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM19.5 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  counter: "M5 20V9l7-5.5L19 9v11zM5 14.5h14M9 9.5h6",
  marker:
    "M12 21s6.5-6.3 6.5-11a6.5 6.5 0 0 0-13 0c0 4.7 6.5 11 6.5 11zM12 12.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6z",
  count: "M4 5h16v14H4zM8 15.5l7-7M13 8l3 3M8 15.5v.5h.5",
  lines: "M4 8h16M4 13h16M4 18h16",
  table: "M4 5h16v14H4zM4 10h16M4 14.5h16M12 5v14",
  list: "M8 7h12M8 12h12M8 17h12M4.5 7h.01M4.5 12h.01M4.5 17h.01",
  track: "M3 9h18v6H3zM9 9v6M15 9v6",
  box: "M5 6h14v12H5z",
  element: "M5 5h14v14H5zM5 19 19 5",
  cell_beside: "M4 7h8v10H4zM17.5 9v6M14.5 12h6",
  row_below: "M4 5h16v6H4zM12 14.5v6M9 17.5h6",
  bold: "M8 5h5a3.4 3.4 0 0 1 0 6.8H8zM8 11.8h6a3.6 3.6 0 0 1 0 7.2H8z",
  italic: "M10 5h7M7 19h7M14 5l-4 14",
  left: "M4 6h16M4 11h10M4 16h13M4 21h7",
  center: "M4 6h16M7 11h10M5.5 16h13M8.5 21h7",
  right: "M4 6h16M10 11h10M7 16h13M13 21h7",
} as const;
export type IconName = keyof typeof STROKES;
export const strokesOf = (name: IconName): string => STROKES[name];
// The icon that a declaration names; a neutral one if there is none.
export const iconOf = (name: string): IconName => (Object.hasOwn(STROKES, name) ? (name as IconName) : "element");

export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={STROKES[name]} />
  </svg>
);
