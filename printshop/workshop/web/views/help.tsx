// How do I ...? Short answers, to search.

import { Fragment } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../components/icons.tsx";
import { findTopics, placeAddress, topicAddress, TOPIC_GROUPS, TOPICS } from "../components/help.ts";
import { useGames } from "../components/library.tsx";
import type { Topic } from "../components/topic.ts";
import { HELP_SEARCH, helpAddress, helpSearchAddress, readAddress } from "../browser/routes.ts";
import { ViewHead, type ViewComponent } from "../components/shell.tsx";
import { Button, EmptyState, LinkButton, useNarrow } from "../components/ui.tsx";
import { TopicFigure } from "./help_figures.tsx";

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
  const [words, setWords] = useSearchedWords(),
    { games } = useGames();
  const isSearched = words.trim() !== "",
    isNarrow = useNarrow(),
    isAlone = isNarrow && !isSearched && TOPICS.some(topic => topic.key === key); // on a narrow screen, one answer or the list
  const groups = isSearched
      ? [{ title: "Answers", topics: findTopics(words) }].filter(one => one.topics.length)
      : TOPIC_GROUPS.map(([title, keys]) => ({
          title,
          topics: keys.flatMap(one => TOPICS.filter(topic => topic.key === one)),
        })),
    shown = isAlone
      ? [{ title: "", topics: TOPICS.filter(topic => topic.key === key) }]
      : isNarrow
        ? [] // the list alone
        : groups;
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
        <div class="all-topics">
          {shown.map(({ title, topics }) => (
            <section class="topics" aria-label={title} key={title}>
              {title && <h2>{title}</h2>}
              {topics.map(topic => (
                <Answer
                  topic={topic}
                  place={placeAddress(topic, games)}
                  chosen={topic.key === key && !isAlone}
                  key={topic.key}
                />
              ))}
            </section>
          ))}
          {!groups.length && (
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

// `place` is the address of the place that the topic is about.
function Answer({ topic, place, chosen }: { topic: Topic; place: string; chosen: boolean }) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (chosen) box.current?.scrollIntoView({ block: "start" });
  }, [chosen]);
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
      <TopicFigure topic={topic.key} />
      <div class="topic-words">
        <ol>
          {topic.steps.map(step => (
            <li key={step}>{withLinks(step)}</li>
          ))}
        </ol>
        {topic.notes?.map(note => (
          <p class="quiet" key={note}>
            {withLinks(note)}
          </p>
        ))}
        {place && (
          <LinkButton kind="quiet" icon="next" href={place}>
            Show me<span class="unseen">: {topic.title}</span>
          </LinkButton>
        )}
      </div>
    </article>
  );
}
