// How do I ...? Short answers, to search.

import { useEffect, useRef, useState } from "preact/hooks";
import { topicAddress, topicText, TOPICS, type Topic } from "../help.ts";
import { helpAddress } from "../routes.ts";
import { ViewHead, type ViewComponent } from "../shell.tsx";
import { Button, EmptyState } from "../ui.tsx";

export const HelpView: ViewComponent = ({ args: [key = ""] }) => {
  const [words, setWords] = useState("");
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean),
    found = TOPICS.filter(topic => parts.every(part => topicText(topic).includes(part)));
  return (
    <>
      <ViewHead title="How do I ...?" />
      <div class="help">
        <div class="help-list">
          <input class="plain-input" type="search" aria-label="Search the help" placeholder="Search the help" value={words} onInput={event => setWords(event.currentTarget.value)} />
          <nav aria-label="Topics">
            <ul>
              {found.map(topic => (
                <li key={topic.key}>
                  <a href={topicAddress(topic)} aria-current={topic.key === key ? "true" : undefined}>
                    {topic.title}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </div>
        <div class="topics">
          {found.map(topic => (
            <Answer topic={topic} chosen={topic.key === key} key={topic.key} />
          ))}
          {!found.length && (
            <EmptyState title="No answer has these words" actions={<Button onClick={() => setWords("")}>Show all answers</Button>}>
              Try another word, such as print, picture or fleet.
            </EmptyState>
          )}
        </div>
      </div>
    </>
  );
};

function Answer({ topic, chosen }: { topic: Topic; chosen: boolean }) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (chosen) box.current?.scrollIntoView({ block: "start" });
  }, [chosen]);
  let link = 0;
  const withLinks = (text: string) => text.split("*").map((part, number) => (number % 2 ? <a href={topic.links[link++] ?? helpAddress()}>{part}</a> : part));
  return (
    <article class={`panel topic${chosen ? " chosen" : ""}`} ref={box} aria-labelledby={`topic-${topic.key}`}>
      <h2 id={`topic-${topic.key}`}>{topic.title}</h2>
      <ol>
        {topic.steps.map(step => (
          <li key={step}>{withLinks(step)}</li>
        ))}
      </ol>
      {topic.notes?.map(note => (
        <p class="quiet" key={note}>
          {note}
        </p>
      ))}
    </article>
  );
}
