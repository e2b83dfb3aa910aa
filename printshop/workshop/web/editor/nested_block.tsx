// A nested value that opens below its heading.

import { useContext, useEffect, useId, useState } from "preact/hooks";
import { valueAt } from "../model/document.ts";
import { isWithin, type OuterBlockProps, pathKey, problemsAt, WantedPath } from "../model/editing.ts";
import { describeContents } from "../model/key_words.ts";
import { elementsOf } from "../model/schema.ts";

// A nested value that opens below its heading. It is open if it has a problem.
export function NestedBlock({
  editing,
  path,
  schema,
  title,
  actions,
  startsOpen = false,
  contents,
  badge,
  handle,
  Inner,
}: OuterBlockProps & {
  title: string;
  actions?: preact.ComponentChildren;
  startsOpen?: boolean;
  contents?: string;
  badge?: preact.ComponentChildren;
  handle?: preact.ComponentChildren;
}) {
  const [isOpen, setOpen] = useState(startsOpen);
  const tree = valueAt(editing.state.document.tree, path),
    problems = problemsAt(editing.state, path, true),
    id = useId();
  useEffect(() => {
    if (startsOpen) setOpen(true); // an entry that was added is open
  }, [startsOpen]);
  const wantedPath = useContext(WantedPath);
  useEffect(() => {
    if (wantedPath && isWithin(wantedPath, path)) setOpen(true);
  }, [wantedPath]);
  const isVisible = isOpen || problems.length > 0,
    { color, words } = describeContents(tree, elementsOf(editing.root));
  const toggle = () => {
    setOpen(!isVisible);
    if (!isVisible) editing.handle.show({ path });
  };
  return (
    <div class={`nested${problems.length ? " faulty" : ""}${isVisible ? " open" : ""}`} data-path={pathKey(path)}>
      <div class="nested-head">
        {handle}
        <button type="button" class="disclose" aria-expanded={isVisible} aria-controls={id} onClick={toggle}>
          <span class="turn" aria-hidden="true" />
          {badge ?? (color && <i class="dot" style={{ background: color }} />)}
          <span class="nested-title">{title}</span>
          <small>
            {problems.length ? `${problems.length} to mend` : isVisible || words === title ? "" : (contents ?? words)}
          </small>
        </button>
        {actions}
      </div>
      {isVisible && (
        <div id={id} class="nested-body">
          <Inner editing={editing} path={path} schema={schema} layout={{ of: title }} />
        </div>
      )}
    </div>
  );
}
