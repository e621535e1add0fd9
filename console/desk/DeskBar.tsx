import './desk.css';
import { useMemo } from 'react';
import { useOfferedActs } from '../app/offeredActs.ts';
import { useKeys } from '../app/useKeys.ts';
import { Avatar } from '../parts/Avatar.tsx';
import { Button } from '../parts/Button.tsx';
import type { PaletteItem } from '../parts/CommandPalette.tsx';
import { capital } from '../parts/capital.ts';
import { Menu } from '../parts/Menu.tsx';
import { Note } from '../parts/Note.tsx';
import { Time } from '../parts/Time.tsx';
import { type Desk, useDesk } from './useDesk.ts';

type DeskBarProps = {
  /** `order:7KQ2`. */
  readonly subject: string;
  /** Several stand on one screen: none of them has the letter `T` for itself. */
  readonly many?: boolean;
};

const NO_ACTS: readonly PaletteItem[] = [];

/** Who works on it; Take, take over, put back and hand over. */
export function DeskBar({ subject, many = false }: DeskBarProps) {
  const desk = useDesk(subject);
  const { take, isMine, mayWork, hands, working, failed, takeIt, putBack, handTo } = desk;
  const label = labelOf(desk);
  const mayTake = mayWork && !isMine && take !== undefined;
  useKeys(mayTake && !many ? { take: takeIt } : {});
  useOfferedActs(
    useMemo(
      () => (mayTake && !many ? [{ id: 'take', group: 'Do', title: label, keys: 'T', onChoose: takeIt }] : NO_ACTS),
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- what it does follows from who has it
      [mayTake, many, label, subject],
    ),
  );
  if (take === undefined) return <div className="desk-bar" />;
  return (
    <section className="desk-bar" aria-label="In hand">
      <Avatar name={take?.person} small />
      <span className="desk-who">
        {take === null ? (
          <span className="second">Nobody has it in hand.</span>
        ) : (
          <>
            {isMine ? 'You have' : `${capital(take.person)} has`} it in hand since <Time iso={take.takenAt} />.
          </>
        )}
      </span>
      <span className="desk-acts">
        {mayTake && (
          <Button size="small" {...(!many && { keys: 'T' })} working={working} onClick={takeIt}>
            {label}
          </Button>
        )}
        {isMine && (
          <Button size="small" working={working} onClick={putBack}>
            Put back
          </Button>
        )}
        {mayWork && hands.length > 0 && <HandTo hands={hands} onHand={handTo} />}
      </span>
      {failed !== undefined && <Note tone="bad">{failed}</Note>}
    </section>
  );
}

function labelOf({ take }: Desk): string {
  return take ? `Take over from ${capital(take.person)}` : 'Take';
}

function HandTo({ hands, onHand }: { readonly hands: readonly string[]; readonly onHand: (to: string) => void }) {
  return (
    <Menu
      trigger={
        <button type="button" className="button button-plain button-small">
          <span className="button-label">Hand to …</span>
        </button>
      }
      rows={hands.map((name) => ({
        kind: 'act',
        id: name,
        title: capital(name),
        icon: <Avatar name={name} small />,
        onChoose: () => onHand(name),
      }))}
    />
  );
}
