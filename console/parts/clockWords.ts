const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long something still takes, never more than is left: 50 s, 42 min, 5 h 12, and from 48 hours on days. */
export function clockWords(leftMs: number): string {
  if (leftMs < 0) return `over by ${clockWords(-leftMs)}`;
  if (leftMs < MINUTE) return `${Math.floor(leftMs / 1000)} s`;
  if (leftMs < HOUR) return `${Math.floor(leftMs / MINUTE)} min`;
  if (leftMs < 2 * DAY) return `${Math.floor(leftMs / HOUR)} h ${twoDigits(Math.floor((leftMs % HOUR) / MINUTE))}`;
  if (leftMs < 10 * DAY) return `${oneDecimal(leftMs / DAY)} days`;
  return `${Math.floor(leftMs / DAY)} days`;
}

const STEP = 15_000;

/**
 * The time by which a clock is drawn: each second of the last minute and of the first one that is over, else in steps, of which
 * the end is taken, so that a clock never says more than is left.
 */
export function steppedNow(endMs: number, nowMs: number): number {
  return Math.abs(endMs - nowMs) <= MINUTE + STEP ? nowMs : Math.ceil(nowMs / STEP) * STEP;
}

/** As it is read aloud: "5 hours 12 minutes". */
export function spokenClock(leftMs: number): string {
  if (leftMs < 0) return `over by ${spokenClock(-leftMs)}`;
  const hours = Math.floor(leftMs / HOUR);
  const minutes = Math.floor((leftMs % HOUR) / MINUTE);
  if (leftMs < MINUTE) return counted(Math.floor(leftMs / 1000), 'second');
  if (leftMs >= 2 * DAY) return clockWords(leftMs);
  return [hours > 0 && counted(hours, 'hour'), minutes > 0 && counted(minutes, 'minute')].filter(Boolean).join(' ');
}

export type ClockTone = 'calm' | 'warn' | 'bad';

/** Warn past four fifths of the time that was given, bad when it is over; without a beginning only the end counts. */
export function clockTone(times: { readonly starts?: number; readonly ends: number; readonly now: number }): ClockTone {
  const { starts, ends, now } = times;
  if (now > ends) return 'bad';
  return starts !== undefined && now - starts > (ends - starts) * 0.8 ? 'warn' : 'calm';
}

/** The share of the time that is left, from 0 to 1; undefined where nobody knows when it began. */
export function shareLeft(times: { readonly starts?: number; readonly ends: number; readonly now: number }) {
  const { starts, ends, now } = times;
  if (starts === undefined || ends <= starts) return undefined;
  return Math.min(1, Math.max(0, (ends - now) / (ends - starts)));
}

function oneDecimal(days: number): string {
  return (Math.floor(days * 10) / 10).toFixed(1);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
