import './desk.css';
import { useMemo } from 'react';
import { useOfferScreenActions } from '../app/commandPalette/screenActions.ts';
import { useShortcuts } from '../app/shortcuts/useShortcuts.ts';
import { Button } from '../parts/Button.tsx';
import { Note } from '../parts/Note.tsx';
import type { PaletteItem } from '../parts/overlays/CommandPalette.tsx';
import { Menu } from '../parts/overlays/Menu.tsx';
import { Time } from '../parts/time/Time.tsx';
import { Avatar } from '../parts/values/Avatar.tsx';
import { capitalize } from '../parts/values/capitalize.ts';
import { type Assignment, useAssignment } from './useAssignment.ts';

type AssignmentBarProps = {
  /** For example `order:7KQ2`. */
  readonly subject: string;
  /** True if the screen has several bars: then none of them uses the key `T`. */
  readonly hasSeveral?: boolean;
};

const NO_ACTIONS: readonly PaletteItem[] = [];

/** Shows the assignee, with buttons to take over, end or reassign the assignment. */
export function AssignmentBar({ subject, hasSeveral = false }: AssignmentBarProps) {
  const assignment = useAssignment(subject);
  const { take, isMine, isAssignable, assignees, working, failed, assignToMe, unassign, assignTo } = assignment;
  const label = formatTakeLabel(assignment);
  const mayTake = isAssignable && !isMine && take !== undefined;
  useShortcuts(mayTake && !hasSeveral ? { take: assignToMe } : {});
  useOfferScreenActions(
    useMemo(
      () =>
        mayTake && !hasSeveral
          ? [{ id: 'take', group: 'Actions', title: label, keys: 'T', onChoose: assignToMe }]
          : NO_ACTIONS,
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- `assignToMe` depends only on the subject and its assignee
      [mayTake, hasSeveral, label, subject],
    ),
  );
  if (take === undefined) return <div className="desk-bar" />;
  return (
    <section className="desk-bar" aria-label="Assignment">
      <Avatar name={take?.person} small />
      <span className="desk-who">
        {take === null ? (
          <span className="second">Unassigned</span>
        ) : (
          <>
            Assigned to {isMine ? 'you' : capitalize(take.person)} since <Time iso={take.takenAt} />
          </>
        )}
      </span>
      <span className="desk-acts">
        {mayTake && (
          <Button size="small" {...(!hasSeveral && { keys: 'T' })} working={working} onClick={assignToMe}>
            {label}
          </Button>
        )}
        {isMine && (
          <Button size="small" working={working} onClick={unassign}>
            Unassign
          </Button>
        )}
        {isAssignable && assignees.length > 0 && (
          <AssigneeMenu assignees={assignees} label={take === null ? 'Assign to…' : 'Reassign…'} onAssign={assignTo} />
        )}
      </span>
      {failed !== undefined && <Note tone="bad">{failed}</Note>}
    </section>
  );
}

function formatTakeLabel({ take }: Assignment): string {
  return take ? `Take over from ${capitalize(take.person)}` : 'Assign to me';
}

type AssigneeMenuProps = {
  readonly assignees: readonly string[];
  readonly label: string;
  readonly onAssign: (to: string) => void;
};
function AssigneeMenu({ assignees, label, onAssign }: AssigneeMenuProps) {
  return (
    <Menu
      trigger={
        <button type="button" className="button button-plain button-small">
          <span className="button-label">{label}</span>
        </button>
      }
      rows={assignees.map((name) => ({
        kind: 'act',
        id: name,
        title: capitalize(name),
        icon: <Avatar name={name} small />,
        onChoose: () => onAssign(name),
      }))}
    />
  );
}
