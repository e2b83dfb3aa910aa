// The choice of a theme: every theme as a small drawing of its look.

import { call } from "../browser/client.ts";
import { messageOf } from "../browser/notices.ts";
import { drawingAddress, type InputProps, Problem, Skeleton, usePromise } from "../components/ui.tsx";

// `value` is the key of a theme, or "" for the theme of a game without one.
export function ThemeInput({
  value,
  onChoose,
  props,
}: {
  value: string;
  onChoose: (key: string) => void;
  props: InputProps;
}) {
  const { value: found, error } = usePromise(() => call("list_themes", {}), []);
  if (error) return <Problem>{messageOf(error)}</Problem>;
  if (!found) return <Skeleton lines={5} />;
  const chosen = value.toLowerCase().replace(/[ -]/g, "_") || found.usual;
  return (
    <div class="themes" id={props.id} role="group" aria-label="Theme" aria-describedby={props["aria-describedby"]}>
      {found.themes.map(({ key, title, page }) => (
        <button
          type="button"
          key={key}
          title={title}
          aria-pressed={key === chosen}
          onClick={() => onChoose(key === found.usual ? "" : key)}
        >
          <img src={drawingAddress(page)} alt="" />
          <span>
            <b>{key.replaceAll("_", " ")}</b>
          </span>
        </button>
      ))}
    </div>
  );
}
