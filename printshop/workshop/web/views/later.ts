// The large views that the first page does not need. They are loaded once the first view is shown, or for an address that
// needs one of them.

export { indexOfTopic, TOPICS, topicAddress } from "../components/help.ts";
export { BattleView } from "./battle.tsx";
export { FilesView } from "./file_list.tsx";
export { FleetView } from "./fleet.tsx";
export { FormView } from "./form.tsx";
export { HelpView } from "./help.tsx";
export { MapView } from "./map.tsx";
export { MapLists, MarkedMap } from "./map_lists.tsx";
export { NewGameView } from "./new.tsx";
export { PackView } from "./pack.tsx";
export { PlayView } from "./play.tsx";
export { TakeView } from "./take.tsx";
