// Own files as rows and cards, with their actions.

import { counted } from "../words.ts";
import { copyFile, deleteFile, renameFile } from "../components/dialogs.tsx";
import { Icon } from "../components/icons.tsx";
import { LargeCard, Thumbnail, TimeAgo } from "../components/library.tsx";
import { describeFleet, nameProblems, type OwnEntry, FILE_KINDS } from "../model/own_files.ts";
import { fileAddressOf, packAddress, playAddress } from "../browser/routes.ts";
import { LinkButton, Menu, MenuItem } from "../components/ui.tsx";
import { ShareItem } from "./share_button.tsx";

// The first problem of a file with its line, and the way to all of them.
export function ProblemNote({ entry: { broken, partProblem, problems, problemHref } }: { entry: OwnEntry }) {
  const words = broken || partProblem;
  return (
    <span class="problem-note">
      <span title={words}>{words}</span>
      <a href={problemHref}>{nameProblems(problems)}</a>
    </span>
  );
}

// One own file: its drawing, its title, and the actions for it.
export function FileRow({ entry }: { entry: OwnEntry }) {
  const { file, kind, title, href, broken, problems, changed } = entry;
  return (
    <div class="file-row" title={kind === "game" && !broken ? `${file}/` : file}>
      <a href={href} tabIndex={-1} aria-hidden="true">
        <Thumbnail entry={entry} />
      </a>
      <span class="about">
        <a href={href}>{title}</a>
        <small>
          {FILE_KINDS[kind].label}
          {kind === "unit" && entry.units > 1 && ` list, ${entry.units} units`}
          {entry.counts.length > 0 && ` · ${describeFleet(entry)}`}
          {changed > 0 && (
            <>
              {" · "}
              <TimeAgo seconds={changed} />
            </>
          )}
        </small>
        {problems > 0 && <ProblemNote entry={entry} />}
      </span>
      {!broken && (kind === "fleet" || entry.pack) && (
        <span class="file-ways">
          <LinkButton
            kind="quiet"
            icon="sheet"
            label={`See the pages of ${title}`}
            href={packAddress(entry.pack || file)}
          >
            <span>Pages</span>
          </LinkButton>
          <LinkButton kind="quiet" icon="play" label={`Play with ${title}`} href={playAddress(entry.pack || file)}>
            <span>Play</span>
          </LinkButton>
        </span>
      )}
      <FileMenu entry={entry} />
    </div>
  );
}

export function FileMenu({ entry }: { entry: OwnEntry }) {
  const { file, kind, title, href, broken, loose } = entry;
  return (
    <Menu label={`Actions for ${title}`} icon="more" kind="quiet" hideLabel align="end">
      <MenuItem icon="open" href={href}>
        Open
      </MenuItem>
      {(kind === "fleet" || entry.pack) && !broken && (
        <MenuItem icon="sheet" href={packAddress(entry.pack || file)}>
          See the pages
        </MenuItem>
      )}
      {kind !== "game" && kind !== "text" && (
        <MenuItem icon="text" hint={file} href={fileAddressOf(file)}>
          Open as a file
        </MenuItem>
      )}
      {kind !== "text" && (
        <ShareItem file={file} noun={FILE_KINDS[kind].label.toLowerCase()} problems={Number(!!broken)} />
      )}
      {loose && kind !== "game" && (
        <MenuItem icon="copy" onClick={() => copyFile(entry)}>
          Copy
        </MenuItem>
      )}
      {loose && (
        <>
          <MenuItem icon="edit" onClick={() => renameFile(entry)}>
            Rename
          </MenuItem>
          <MenuItem icon="remove" danger onClick={() => deleteFile(entry)}>
            Delete
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

// The sides of a battle or fleet with their points, and the table.
export const Forces = ({ title, forces, table }: Pick<OwnEntry, "title" | "forces" | "table">) => (
  <ul class="battle-facts" aria-label={`Sides and place of ${title}`}>
    {forces.map(({ side, color, points }) => (
      <li key={side}>
        <i class="dot" style={{ background: color }} />
        {side}
        {points && `, ${counted(points, "point")}`}
      </li>
    ))}
    {table && (
      <li>
        <Icon name="map" />
        {table}
      </li>
    )}
  </ul>
);

// Own files that cannot be used, each in one line with its problem.
export const ProblemRows = ({ entries, label }: { entries: OwnEntry[]; label: string }) => (
  <ul class="faulty-rows" aria-label={label}>
    {entries.map(entry => (
      <li key={entry.key}>
        <Icon name="warning" />
        <span>
          <a href={entry.problemHref}>{entry.title}</a>
          <small>
            <ProblemNote entry={entry} />
          </small>
        </span>
        <FileMenu entry={entry} />
      </li>
    ))}
  </ul>
);

// One own fleet or battle as a card, with its sides, its contents and its actions.
export function OwnCard({ entry, chip }: { entry: OwnEntry; chip?: string }) {
  const { file, kind, title, href, counts, broken, changed, pack } = entry;
  return (
    <LargeCard
      title={title}
      href={href}
      picture={<Thumbnail entry={entry} />}
      chip={chip}
      menu={<FileMenu entry={entry} />}
      actions={
        <>
          <LinkButton icon="edit" href={href}>
            Edit
          </LinkButton>
          {!broken && (
            <>
              <LinkButton kind="quiet" icon="sheet" href={packAddress(pack || file)}>
                See the pages
              </LinkButton>
              <LinkButton kind="quiet" icon="play" href={playAddress(pack || file)}>
                Play
              </LinkButton>
            </>
          )}
        </>
      }
    >
      {broken ? (
        <ProblemNote entry={entry} />
      ) : (
        <Forces
          {...entry}
          forces={entry.forces.map(force =>
            kind === "fleet" && entry.forces.length < 2 ? { ...force, points: "" } : force,
          )}
        />
      )}
      <p>{entry.summary}</p>
      <small>
        {counts.join(" · ")}
        {changed > 0 && (
          <>
            {counts.length > 0 ? " · changed " : "Changed "}
            <TimeAgo seconds={changed} />
          </>
        )}
      </small>
    </LargeCard>
  );
}
