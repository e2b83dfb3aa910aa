// The large views that the first page does not need. They are loaded once the first view is shown, or for an address that
// needs one of them.

export { BattleView } from "./battle.tsx";
export { FleetView } from "./fleet.tsx";
export { FormView } from "./form.tsx";
export { MapView } from "./map.tsx";
export { MapLists, MarkedMap } from "./map_lists.tsx";
export { NewGameView } from "./new.tsx";
export { PackView } from "./pack.tsx";
export { PlayView } from "./play.tsx";
