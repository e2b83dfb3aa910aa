// A view that is not a component yet: its nodes are put into the page.

import { useEffect, useRef, useState } from "preact/hooks";
import { leaves, settle } from "./calls.ts";
import { nodes, type View as NodeView } from "./page.ts";
import { Failed, type ViewComponent } from "./shell.tsx";

export const legacy = (view: NodeView): ViewComponent =>
  function Legacy({ args }) {
    const box = useRef<HTMLDivElement>(null);
    const [error, setError] = useState<unknown>(null);
    const show = () => {
      setError(null);
      leaves(async () => {});
      view(...args).then(contents => box.current?.replaceChildren(...nodes(contents)), setError);
    };
    useEffect(() => {
      show();
      const again = (event: Event) => event instanceof HashChangeEvent || show();
      addEventListener("hashchange", again); // an event without an address asks to show all anew
      return () => {
        removeEventListener("hashchange", again);
        void settle();
      };
    }, []);
    return error ? <Failed error={error} again={show} /> : <div ref={box} class="legacy" />;
  };
