// The frame of every view: navigation, search, messages, dialogs, and the view of the present address.

import type { ComponentType } from "preact";
import { useEffect, useErrorBoundary, useLayoutEffect, useState } from "preact/hooks";
import { endMove, goBack, noteVisit, useBackToClose, watchHistory } from "../browser/back.ts";
import { Icon, type IconName } from "./icons.tsx";
import { ActionError } from "../browser/client.ts";
import {
  closeNotice,
  closePassingNotices,
  describeError,
  holdNotices,
  listenToNotices,
  type Notice,
} from "../browser/notices.ts";
import { addressOfFile, HOME, helpAddress, readAddress } from "../browser/routes.ts";
import { receiveFiles } from "./dialogs.tsx";
import { moveTo } from "../browser/moves.ts";
import type { ProblemCode } from "../types.ts";
import { settleDocuments } from "../model/file_watch.ts";
import { Button, type Children, closeDialog, DialogHost, EmptyState, LinkButton, Problem, useCover } from "./ui.tsx";
import { Search, type SearchedHelp } from "./search.tsx";

const PATIENCE = 5_000; // milliseconds in which a view saves its last changes before the next one opens

// One step of the way from the first view to this one.
export interface Crumb {
  label: string;
  href: string;
  choose?: () => void; // opens it within this view
}
interface HeadProps {
  crumbs?: Crumb[]; // an empty list if they are not known yet: their place is kept
  title: string;
  onTitle?: () => void; // opens the inputs of the title
  file?: string; // that is edited here
  state?: Children; // beside the title, such as "Saved"
  steps?: Children; // to the views before and after, beside the title
  actions?: Children;
}
const GAMES: Crumb = { label: "Games", href: "#/games" };
// The head of a view: the way to it, its title, and what can be done with all of it. On a narrow screen the way back and
// the actions are at the lower edge, in reach of a thumb. Back leads to the view that was visited before.
export function ViewHead({ crumbs, title, onTitle, file, state, steps, actions }: HeadProps) {
  useEffect(() => {
    document.title = title ? `${title} - printshop` : "printshop";
  }, [title]);
  const here = readAddress(location.hash).join("/"),
    isOfGame = crumbs?.[0] && readAddress(crumbs[0].href)[0] === "game", // all games come before one of them
    way = isOfGame ? [GAMES, ...crumbs] : (crumbs ?? []),
    back = crumbs && [...crumbs].reverse().find(({ href }) => readAddress(href).join("/") !== here);
  return (
    <div class="view-head">
      {crumbs && (
        <a
          class="back"
          aria-label="Back"
          href={back?.href ?? HOME}
          onClick={event => {
            event.preventDefault();
            goBack(back?.href ?? HOME, back?.choose);
          }}
        >
          <Icon name="back" />
          <span>Back</span>
        </a>
      )}
      {(crumbs || file) && (
        <div class="head-way">
          {way.length > 0 && (
            <nav aria-label="Way to this view" class="crumbs">
              {way.map(({ label, href, choose }) => (
                <a
                  href={href}
                  key={href}
                  onClick={
                    choose &&
                    (event => {
                      event.preventDefault();
                      choose();
                    })
                  }
                >
                  {label}
                </a>
              ))}
            </nav>
          )}
          {file && <span class="file-name">{file}</span>}
        </div>
      )}
      <div class="title">
        <h1>
          {onTitle ? (
            <button type="button" class="title-button" onClick={onTitle}>
              {title}
              <Icon name="edit" />
            </button>
          ) : (
            title
          )}
        </h1>
        {steps && <span class="steps">{steps}</span>}
        {state && (
          <span class="state" role="status">
            {state}
          </span>
        )}
        <div class="head-bar">{actions && <div class="actions">{actions}</div>}</div>
      </div>
    </div>
  );
}

function Notices() {
  const [notices, setNotices] = useState<Notice[]>([]);
  useEffect(() => listenToNotices(setNotices), []);
  return (
    <div
      class="notices"
      role="status"
      aria-live="polite"
      onPointerEnter={() => holdNotices(true)}
      onPointerLeave={() => holdNotices(false)}
      onFocusIn={() => holdNotices(true)}
      onFocusOut={() => holdNotices(false)}
    >
      {notices.map(({ id, text, kind, action }) => (
        <div class={`notice ${kind}`} key={id}>
          <span>{text}</span>
          {action && (
            <Button
              kind="quiet"
              onClick={() => {
                closeNotice(id);
                action.run();
              }}
            >
              {action.label}
            </Button>
          )}
          <Button kind="quiet" icon="close" label="Close this message" onClick={() => closeNotice(id)} />
        </div>
      ))}
    </div>
  );
}

// Notes the height of an on-screen keyboard that covers the page: dialogs and messages stand above it. Where the keyboard makes the
// window smaller, the height is 0.
function useKeyboardHeight() {
  useEffect(() => {
    const view = visualViewport;
    if (!view) return;
    const measure = () =>
      document.documentElement.style.setProperty(
        "--keyboard",
        `${view.scale > 1 ? 0 : Math.max(0, Math.round(innerHeight - view.height - view.offsetTop))}px`,
      );
    view.addEventListener("resize", measure);
    view.addEventListener("scroll", measure);
    return () => {
      view.removeEventListener("resize", measure);
      view.removeEventListener("scroll", measure);
    };
  }, []);
}

const NAVIGATION: { label: string; icon: IconName; href: string; views: string[] }[] = [
  { label: "Start", icon: "home", href: HOME, views: [""] },
  // one file or battle, too: it belongs to a game, and its crumbs lead there
  {
    label: "Games",
    icon: "games",
    href: "#/games",
    views: ["games", "game", "unit", "new", "edit", "fleet", "battle", "form", "map", "play", "pack"],
  },
  { label: "My files", icon: "files", href: "#/files", views: ["files", "take"] },
  { label: "Help", icon: "help", href: helpAddress(), views: ["help"] },
];

// On a narrow screen, a view with actions has one bar: the last button of the bar shows the navigation above it.
function Navigation({ view, place }: { view: string; place: string }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [place]);
  useCover(isOpen);
  useBackToClose(isOpen, () => setOpen(false));
  useEffect(() => {
    document.documentElement.classList.toggle("shows-navigation", isOpen);
    if (!isOpen) return;
    const outside = (event: Event) =>
        event.target instanceof Element && !event.target.closest(".top") && setOpen(false),
      closeOnEscape = (event: KeyboardEvent) => event.key === "Escape" && setOpen(false);
    addEventListener("pointerdown", outside);
    addEventListener("keydown", closeOnEscape);
    return () => {
      removeEventListener("pointerdown", outside);
      removeEventListener("keydown", closeOnEscape);
    };
  }, [isOpen]);
  return (
    <>
      <button
        type="button"
        class="navigation-button"
        aria-label="Menu: navigation"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="menu" />
        <span>Menu</span>
      </button>
      <nav aria-label="Main" class="navigation">
        {NAVIGATION.map(({ label, icon, href, views }) => (
          <a href={href} key={href} aria-current={views.includes(view) ? "page" : undefined}>
            <Icon name={icon} />
            <span>{label}</span>
          </a>
        ))}
      </nav>
    </>
  );
}

// A fault of one view does not take the others along.
function ErrorGuard({ children }: { children: Children }) {
  const [error, reset] = useErrorBoundary();
  if (!error) return <>{children}</>;
  return (
    <EmptyState title="This view has a fault" actions={<Button onClick={reset}>Try again</Button>}>
      {error instanceof Error ? error.message : String(error)}
    </EmptyState>
  );
}

// Classes of the root element, each with a selector of elements that the page contains if the root has the class. With
// `:root:has(...)` in their place, the browser computes the styles of all elements again at each key, drawings included.
const ROOT_CLASSES = {
  "has-actions": ".view-head > .back ~ .title .head-bar :is(.primary, .undo), .bottom-bar, .table-bar",
  "has-dialog": "dialog:modal",
  "has-map": ".map-view",
};
function useRootClasses() {
  useLayoutEffect(() => {
    const update = () => {
      for (const [name, selector] of Object.entries(ROOT_CLASSES))
        document.documentElement.classList.toggle(name, document.querySelector(selector) !== null);
    };
    const observer = new MutationObserver(update);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ["class", "open"] });
    update();
    return () => observer.disconnect();
  }, []);
}

// Files that are dropped onto the window are opened, except where a view takes them itself.
function useDrop() {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const hasFiles = (event: DragEvent) => Boolean(event.dataTransfer?.types.includes("Files"));
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      setOver(!event.defaultPrevented);
      event.preventDefault();
    };
    const leave = (event: DragEvent) => event.relatedTarget || setOver(false);
    const drop = (event: DragEvent) => {
      setOver(false);
      if (event.defaultPrevented || !hasFiles(event)) return;
      event.preventDefault();
      void receiveFiles([...(event.dataTransfer?.files ?? [])]);
    };
    addEventListener("dragover", over);
    addEventListener("dragleave", leave);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", drop);
    };
  }, []);
  return isOver;
}

export type ViewComponent = ComponentType<{ args: string[] }>;

const NoView: ViewComponent = () => (
  <EmptyState
    title="There is no such page"
    actions={
      <LinkButton kind="primary" href={HOME}>
        To the start
      </LinkButton>
    }
  >
    The address may be incomplete: copy it again, or search.
  </EmptyState>
);

// The view of the present address. What was typed in the view before is saved first.
interface ShellProps {
  views: Record<string, ViewComponent>;
  loadHelp: () => Promise<SearchedHelp>;
}
export function Shell({ views, loadHelp }: ShellProps) {
  const [hash, setHash] = useState(location.hash);
  const [searching, setSearching] = useState(false);
  const isOver = useDrop();
  useRootClasses();
  useKeyboardHeight();
  useBackToClose(searching, () => setSearching(false));
  useEffect(() => {
    let moves = 0;
    const changed = async () => {
      const now = location.hash,
        scroll = noteVisit(),
        move = ++moves;
      await Promise.race([settleDocuments(), new Promise(resolve => setTimeout(resolve, PATIENCE))]);
      if (now !== location.hash) return;
      const show = () => {
        setHash(now);
        closePassingNotices();
        closeDialog();
        setSearching(false);
        scrollTo(0, 0);
        document.getElementById("main")?.focus({ preventScroll: true });
      };
      moveTo(show, scroll, () => {
        if (move !== moves) return;
        if (scroll && !scrollY) scrollTo(0, scroll); // unless the user has scrolled already
        endMove();
      });
    };
    const key = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        setSearching(true);
      }
    };
    const endWatch = watchHistory();
    if (location.hash !== hash) void changed(); // the address changed before this listener was added
    addEventListener("hashchange", changed);
    addEventListener("keydown", key);
    return () => {
      endWatch();
      removeEventListener("hashchange", changed);
      removeEventListener("keydown", key);
    };
  }, []);
  const [name, ...args] = readAddress(hash),
    View = Object.hasOwn(views, name) ? (views[name] as ViewComponent) : NoView;
  return (
    <>
      <a
        class="skip"
        href="#main"
        onClick={event => {
          event.preventDefault();
          document.getElementById("main")?.focus();
        }}
      >
        To the contents
      </a>
      <header class="top">
        <a class="logo" href={HOME}>
          printshop
        </a>
        <Navigation view={name} place={`${hash} ${searching}`} />
        <button type="button" class="search-button" aria-label="Search" onClick={() => setSearching(true)}>
          <Icon name="search" />
          <span>Search</span>
          <kbd>Ctrl K</kbd>
        </button>
      </header>
      <main id="main" tabIndex={-1}>
        <ErrorGuard key={hash}>
          <View args={args} key={name + args.join("/")} />
        </ErrorGuard>
      </main>
      {isOver && <div class="drop-sign">Drop the files to open them</div>}
      <Notices />
      {searching && <Search close={() => setSearching(false)} loadHelp={loadHelp} />}
      <DialogHost />
    </>
  );
}

// The nouns for what an address names and what is not there, by the code of the problem.
const MISSING: Partial<Record<ProblemCode, string>> = {
  "missing file": "file",
  "unknown game": "game",
  "unknown unit": "unit",
  "unknown battle": "battle",
};
// Returns the noun for what is missing, or "" for another error.
export const nameMissing = (error: unknown) =>
  (error instanceof ActionError && MISSING[error.problems[0]?.code ?? ""]) || "";

// An error in place of a view. A problem in a file has a link to the file, or to `editor`, the address of a view for it.
export function FailureMessage({ error, again, editor }: { error: unknown; again: () => void; editor?: string }) {
  const { file, message } = describeError(error),
    missing = nameMissing(error);
  if (missing)
    return (
      <EmptyState
        title={`There is no such ${missing}`}
        actions={
          <LinkButton kind="primary" href={missing === "file" ? "#/files" : "#/games"}>
            {missing === "file" ? "My files" : "All games"}
          </LinkButton>
        }
      >
        It may have another name now, or it was deleted: <a href="#/files">My files</a> lists the deleted files.
      </EmptyState>
    );
  return (
    <div class="failure">
      <Problem>{message}</Problem>
      <div class="row">
        {file && (
          <LinkButton
            kind="primary"
            icon="edit"
            href={editor?.includes(encodeURIComponent(file)) ? editor : addressOfFile(file)}
          >
            Go there
          </LinkButton>
        )}
        <Button onClick={again}>Try again</Button>
      </div>
    </div>
  );
}
