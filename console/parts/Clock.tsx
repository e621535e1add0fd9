import './clock.css';
import type { ReactNode } from 'react';
import { useNowAs } from '../api/useNow.ts';
import { clockTone, clockWords, shareLeft, spokenClock, steppedNow } from './clockWords.ts';
import { dueWords } from './timeWords.ts';
import { Waterline } from './Waterline.tsx';

type ClockProps = {
  /** Until when, ISO; undefined: no clock runs. */
  readonly ends: string | undefined;
  /** Since when, ISO: with it the line below shows the share that is left, and four fifths warn. */
  readonly starts?: string | undefined;
  /** Below it, instead of "ends 11:37". */
  readonly note?: ReactNode;
  /** The words alone, in a line of text or a cell. */
  readonly bare?: boolean;
  /** As the head of a screen has it. */
  readonly large?: boolean;
};

/** What is left until a deadline, by the server's time. It is read aloud when asked, never by itself. */
export function Clock({ ends, starts, note, bare = false, large = false }: ClockProps) {
  const end = ends === undefined ? 0 : Date.parse(ends);
  const now = useNowAs((at) => steppedNow(end, at));
  if (ends === undefined) {
    return (
      <span className="clock" data-tone="none" data-bare={bare ? '' : undefined}>
        <span className="clock-left">No clock</span>
        {note !== undefined && <span className="clock-note">{note}</span>}
      </span>
    );
  }
  const times = { ends: end, now, ...(starts !== undefined && { starts: Date.parse(starts) }) };
  const tone = clockTone(times);
  const share = shareLeft(times);
  const left = (
    <span className="clock-left">
      <span aria-hidden="true">{clockWords(end - now)}</span>
      <span className="unseen">{spokenClock(end - now)}</span>
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
      <span className="clock-note">{note ?? `${tone === 'bad' ? 'ended' : 'ends'} ${dueWords(ends, now)}`}</span>
      {share !== undefined && <Waterline share={share} tone={tone === 'calm' ? 'tide' : tone} />}
    </span>
  );
}
