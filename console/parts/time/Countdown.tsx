import './clock.css';
import type { ReactNode } from 'react';
import { useNowSelector } from '../../api/useNow.ts';
import { RemainingBar } from '../RemainingBar.tsx';
import {
  chooseCountdownTone,
  computeShareLeft,
  formatSpokenTimeLeft,
  formatTimeLeft,
  roundDisplayedNow,
} from './formatTimeLeft.ts';
import { formatUtcDeadline } from './formatUtcTime.ts';

type CountdownProps = {
  /** Deadline, ISO; undefined if there is none. */
  readonly ends: string | undefined;
  /** Start, ISO. With it, the line below shows the share of time left, and the clock warns after four fifths. */
  readonly starts?: string | undefined;
  /** Shown below instead of "ends 11:37". */
  readonly note?: ReactNode;
  /** Text only, for a sentence or a table cell. */
  readonly bare?: boolean;
  /** Size for a screen's head. */
  readonly large?: boolean;
};

/** The time left until a deadline, by the server's clock. Screen readers read it on request only. */
export function Countdown({ ends, starts, note, bare = false, large = false }: CountdownProps) {
  const end = ends === undefined ? 0 : Date.parse(ends);
  const now = useNowSelector((at) => roundDisplayedNow(end, at));
  if (ends === undefined) {
    return (
      <span className="clock" data-tone="none" data-bare={bare ? '' : undefined}>
        <span className="clock-left">No deadline</span>
        {note !== undefined && <span className="clock-note">{note}</span>}
      </span>
    );
  }
  const times = { ends: end, now, ...(starts !== undefined && { starts: Date.parse(starts) }) };
  const tone = chooseCountdownTone(times);
  const share = computeShareLeft(times);
  const left = (
    <span className="clock-left">
      <span aria-hidden="true">
        {end < now && 'overdue '}
        <span className="clock-figure">{formatTimeLeft(Math.abs(end - now))}</span>
      </span>
      <span className="unseen">{formatSpokenTimeLeft(end - now)}</span>
    </span>
  );
  if (bare) {
    return (
      <span className="clock" data-tone={tone} data-bare="">
        {left}
      </span>
    );
  }
  return (
    <span className="clock" data-tone={tone} data-large={large ? '' : undefined}>
      {left}
      <span className="clock-note">
        {note ?? `${tone === 'bad' ? 'since' : 'ends'} ${formatUtcDeadline(ends, now)}`}
      </span>
      {share !== undefined && <RemainingBar share={share} tone={tone === 'calm' ? 'tide' : tone} />}
    </span>
  );
}
