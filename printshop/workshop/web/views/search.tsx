// Search over everything that has a name: games, units, battles, fleets, record sheets, help.

import { useEffect, useRef, useState } from "preact/hooks";

export function Search({ close }: { close: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState("");
  useEffect(() => input.current?.focus(), []);
  return (
    <div class="search" role="dialog" aria-label="Search" onKeyDown={event => event.key === "Escape" && close()}>
      <input ref={input} type="search" aria-label="Search" value={words} onInput={event => setWords(event.currentTarget.value)} />
    </div>
  );
}
