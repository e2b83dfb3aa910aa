// Icons: strokes on a grid of 24 x 24.

const STROKES = {
  add: "M12 5v14M5 12h14",
  remove: "M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7M10.5 10.5v6M13.5 10.5v6",
  up: "M12 19V6M6.5 11.5 12 6l5.5 5.5",
  down: "M12 5v13M6.5 12.5 12 18l5.5-5.5",
  copy: "M9 9h10v10H9zM15 9V5H5v10h4",
  more: "M6 12h.01M12 12h.01M18 12h.01",
  undo: "M9 14 4.5 9.5 9 5M5 9.5h8.5a5.5 5.5 0 0 1 0 11H11",
  redo: "M15 14l4.5-4.5L15 5M19 9.5h-8.5a5.5 5.5 0 0 0 0 11H13",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20 20",
  print: "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z",
  help: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .9-1 1.7v.5M12 17h.01",
  home: "M4 11.5 12 5l8 6.5M6.5 10v9h11v-9",
  games: "M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z",
  files: "M6 3.5h8l4 4V20.5H6zM14 3.5v4h4",
  play: "M8 5.5v13l10.5-6.5z",
  text: "M5 7h14M5 12h14M5 17h9",
  share: "M15.5 7.5 8.5 11M8.5 13.5l7 3.5M18 8.5a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM6 14.5a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM18 20.5a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z",
  edit: "M5 19l1-4L16 5l3 3L9 18zM14 7l3 3",
  close: "M6 6l12 12M18 6 6 18",
  back: "M19 12H6M11.5 6.5 6 12l5.5 5.5",
  next: "M5 12h13M12.5 6.5 18 12l-5.5 5.5",
  open: "M9.5 6l6 6-6 6",
  unit: "M3.5 12 8 7.5h9l4 4.5-4 4.5H8zM10 12h4",
  fleet: "M4 8.5h9l3 2.5-3 2.5H4zM8 15.5h9l3 2.2-3 2.3H8zM12 3.5h5l3 1.8-3 1.9h-5z",
  battle: "M5 4l10.5 10.5M19 4 8.5 14.5M5.5 15.5l3 3M18.5 15.5l-3 3M4 20l3-3M20 20l-3-3",
  sheet: "M5 4h14v16H5zM8 8h8M8 12h3M13 12h3M8 16h3M13 16h3",
  data: "M5 6c0-1.4 3.1-2.5 7-2.5S19 4.6 19 6s-3.1 2.5-7 2.5S5 7.4 5 6zM5 6v12c0 1.4 3.1 2.5 7 2.5s7-1.1 7-2.5V6M5 12c0 1.4 3.1 2.5 7 2.5s7-1.1 7-2.5",
  map: "M4 6.5 9.5 4l5 2.5L20 4v13.5L14.5 20l-5-2.5L4 20zM9.5 4v13.5M14.5 6.5V20",
  picture: "M4 5h16v14H4zM4 16l5-5 4 4 2.5-2.5L20 17M15.5 9.5h.01",
  dice: "M5 5h14v14H5zM9 9h.01M15 9h.01M12 12h.01M9 15h.01M15 15h.01",
  done: "M5 12.5 10 17.5 19 7",
  warning: "M12 4.5 21 19.5H3zM12 10v4.5M12 17h.01",
  settings: "M4 8h9M17 8h3M4 16h3M11 16h9M15 10.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM9 18.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z",
  grip: "M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01",
} as const;
export type IconName = keyof typeof STROKES;

export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={STROKES[name]} />
  </svg>
);
