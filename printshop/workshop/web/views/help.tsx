// How do I ...? Short answers, to search.

import { Fragment, type JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../components/icons.tsx";
import { findTopics, topicAddress, TOPIC_GROUPS, TOPICS } from "../components/help.ts";
import type { Topic } from "../components/topic.ts";
import { HELP_SEARCH, helpAddress, helpSearchAddress, readAddress } from "../browser/routes.ts";
import { ViewHead, type ViewComponent } from "../components/shell.tsx";
import { Button, EmptyState, LinkButton, useNarrow } from "../components/ui.tsx";

// The typed words stand in the address: the way back leads to their answers.
function useSearchedWords() {
  const read = () => {
    const [, key, words = ""] = readAddress(location.hash);
    return key === HELP_SEARCH ? words : "";
  };
  const [words, setWords] = useState(read);
  useEffect(() => {
    const update = () => setWords(read());
    addEventListener("hashchange", update);
    return () => removeEventListener("hashchange", update);
  }, []);
  const search = (now: string) => {
    setWords(now);
    history.replaceState(history.state, "", helpSearchAddress(now));
  };
  return [words, search] as const;
}

export const HelpView: ViewComponent = ({ args: [key = ""] }) => {
  const [words, setWords] = useSearchedWords();
  const isSearched = words.trim() !== "",
    isNarrow = useNarrow(),
    isAlone = isNarrow && !isSearched && TOPICS.some(topic => topic.key === key); // on a narrow screen, one answer or the list
  const groups = isSearched
      ? [{ title: "Answers", topics: findTopics(words) }].filter(one => one.topics.length)
      : TOPIC_GROUPS.map(([title, keys]) => ({
          title,
          topics: keys.flatMap(one => TOPICS.filter(topic => topic.key === one)),
        })),
    hasKey = (topic: Topic) => topic.key === key,
    group = groups.find(({ topics }) => topics.some(hasKey)) ?? groups[0], // whose answers stand beside the list
    shown = isAlone ? TOPICS.filter(hasKey) : isNarrow ? [] : (group?.topics ?? []);
  const list = ({ title, topics }: (typeof groups)[number]) => (
    <ul aria-label={title}>
      {topics.map(topic => (
        <li key={topic.key}>
          <a href={topicAddress(topic)} aria-current={topic.key === key ? "true" : undefined}>
            {topic.title}
          </a>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <ViewHead title="How do I ...?" />
      <div class="help">
        {isAlone ? (
          <LinkButton kind="quiet" icon="previous" href={helpAddress()}>
            All answers
          </LinkButton>
        ) : (
          <div class="help-list">
            <input
              class="plain-input"
              type="search"
              aria-label="Search the help"
              placeholder="Search the help"
              value={words}
              onInput={event => setWords(event.currentTarget.value)}
            />
            <nav aria-label="Topics">
              {groups.map((group, number) =>
                isNarrow && !isSearched ? (
                  <details key={group.title} open={!number}>
                    <summary>{group.title}</summary>
                    {list(group)}
                  </details>
                ) : (
                  <Fragment key={group.title}>
                    <b>{group.title}</b>
                    {list(group)}
                  </Fragment>
                ),
              )}
            </nav>
          </div>
        )}
        <div class="topics">
          {!isNarrow && group && <h2>{group.title}</h2>}
          {shown.map(topic => (
            <Answer topic={topic} chosen={topic.key === key && !isAlone} key={topic.key} />
          ))}
          {!group && (
            <EmptyState
              title="No answer has these words"
              actions={<Button onClick={() => setWords("")}>Show all answers</Button>}
            >
              Try another word, such as print, picture or fleet. Units, battles and games are in the search of the
              workshop.
            </EmptyState>
          )}
        </div>
      </div>
    </>
  );
};

// Drawings for topics that a picture explains best.
const FIGURES: Record<string, () => JSX.Element> = {
  scale: () => (
    <svg
      class="topic-figure"
      viewBox="0 0 300 74"
      role="img"
      aria-label="The ruler on the page is 100 mm long on paper"
    >
      <rect class="ground" x="20" y="26" width="260" height="26" />
      <path
        d={Array.from({ length: 11 }, (_, number) => `M${20 + 26 * number} 52v${number % 5 ? -9 : -16}`).join("")}
      />
      <text x="16" y="68">
        0
      </text>
      <text x="138" y="68">
        50
      </text>
      <text x="254" y="68">
        100 mm
      </text>
      <path d="M20 14H280M26 9 20 14 26 19M274 9 280 14 274 19" />
    </svg>
  ),
  cut: () => (
    <svg
      class="topic-figure"
      viewBox="0 0 300 96"
      role="img"
      aria-label="A strip with two sides is folded at the dashed line, and stands as a tent"
    >
      <path d="M14 12V4M14 84v8M118 12V4M118 84v8" />
      <rect class="ground" x="14" y="14" width="104" height="68" />
      <path class="dashed" d="M14 48H118" />
      <path class="mark" d="M44 66h36l10 6-10 6H44zM90 30H54l-10-6 10-6h36z" />
      <path d="M146 48h34M172 42l8 6-8 6" />
      <path class="ground" d="M208 82 232 20 292 20 268 82zM232 20 292 20 296 34 276 82 268 82" />
      <path class="mark" d="M232 58h24l8 5-10 6H228z" />
    </svg>
  ),
  picture: () => (
    <svg class="topic-figure" viewBox="0 0 300 70" role="img" aria-label="The bow of the ship points to the right">
      <rect class="ground" x="20" y="8" width="170" height="54" rx="4" />
      <path class="mark" d="M42 35 56 24H142L168 35 142 46H56z" />
      <path d="M202 35h50M242 27l10 8-10 8" />
      <text x="260" y="39">
        bow
      </text>
    </svg>
  ),
  tablet: () => (
    <svg class="topic-figure" viewBox="0 0 300 60" role="img" aria-label="A tap on the third mark fills three marks">
      {[0, 1, 2, 3, 4, 5].map(number => (
        <circle key={number} class={number < 3 ? "mark" : ""} cx={34 + 34 * number} cy="26" r="11" />
      ))}
      <path d="M102 56V42M97 47l5-6 5 6" />
      <text x="112" y="54">
        tap
      </text>
    </svg>
  ),
};

function Answer({ topic, chosen }: { topic: Topic; chosen: boolean }) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (chosen) box.current?.scrollIntoView({ block: "start" });
  }, [chosen]);
  const Figure = FIGURES[topic.key];
  let link = 0;
  const withLinks = (text: string) =>
    text
      .split("*")
      .map((part, number) => (number % 2 ? <a href={topic.links[link++] ?? helpAddress()}>{part}</a> : part));
  return (
    <article class={`panel topic${chosen ? " chosen" : ""}`} ref={box} aria-labelledby={`topic-${topic.key}`}>
      <h3 id={`topic-${topic.key}`}>
        <Icon name={topic.icon} />
        {topic.title}
      </h3>
      <ol>
        {topic.steps.map(step => (
          <li key={step}>{withLinks(step)}</li>
        ))}
      </ol>
      {Figure && <Figure />}
      {topic.notes?.map(note => (
        <p class="quiet" key={note}>
          {withLinks(note)}
        </p>
      ))}
    </article>
  );
}
