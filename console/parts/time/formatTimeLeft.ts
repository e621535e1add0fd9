const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Formats the time left, rounded down: 50 s, 42 min, 5 h 12, and days from 48 hours on; `overdue 42 min` if it is negative. */
export function formatTimeLeft(leftMs: number): string {
  if (leftMs < 0) return `overdue ${formatTimeLeft(-leftMs)}`;
  if (leftMs < MINUTE) return `${Math.floor(leftMs / 1000)} s`;
  if (leftMs < HOUR) return `${Math.floor(leftMs / MINUTE)} min`;
  if (leftMs < 2 * DAY)
    return `${Math.floor(leftMs / HOUR)} h ${formatTwoDigits(Math.floor((leftMs % HOUR) / MINUTE))}`;
  if (leftMs < 10 * DAY) return `${formatOneDecimal(leftMs / DAY)} days`;
  return `${Math.floor(leftMs / DAY)} days`;
}

const DISPLAY_STEP_MS = 15_000;

/**
 * Returns the current time as a countdown uses it: exact from about a minute before the deadline until a minute after it, and
 * otherwise rounded up to a step of 15 seconds, so that a countdown never shows more time than is left.
 */
export function roundDisplayedNow(endMs: number, nowMs: number): number {
  return Math.abs(endMs - nowMs) <= MINUTE + DISPLAY_STEP_MS
    ? nowMs
    : Math.ceil(nowMs / DISPLAY_STEP_MS) * DISPLAY_STEP_MS;
}

/** Returns the text for screen readers: "5 hours 12 minutes". */
export function formatSpokenTimeLeft(leftMs: number): string {
  if (leftMs < 0) return `overdue ${formatSpokenTimeLeft(-leftMs)}`;
  const hours = Math.floor(leftMs / HOUR);
  const minutes = Math.floor((leftMs % HOUR) / MINUTE);
  if (leftMs < MINUTE) return formatCount(Math.floor(leftMs / 1000), 'second');
  if (leftMs >= 2 * DAY) return formatTimeLeft(leftMs);
  return [hours > 0 && formatCount(hours, 'hour'), minutes > 0 && formatCount(minutes, 'minute')]
    .filter(Boolean)
    .join(' ');
}

export type CountdownTone = 'calm' | 'warn' | 'bad';

/**
 * Returns warn after four fifths of the given time, and bad after the deadline. Without a start it never returns warn.
 */
export function chooseCountdownTone(times: {
  readonly starts?: number;
  readonly ends: number;
  readonly now: number;
}): CountdownTone {
  const { starts, ends, now } = times;
  if (now > ends) return 'bad';
  return starts !== undefined && now - starts > (ends - starts) * 0.8 ? 'warn' : 'calm';
}

/** Returns the share of time that is left, from 0 to 1; undefined if the start is unknown or not before the end. */
export function computeShareLeft(times: { readonly starts?: number; readonly ends: number; readonly now: number }) {
  const { starts, ends, now } = times;
  if (starts === undefined || ends <= starts) return undefined;
  return Math.min(1, Math.max(0, (ends - now) / (ends - starts)));
}

function formatOneDecimal(days: number): string {
  return (Math.floor(days * 10) / 10).toFixed(1);
}

function formatTwoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
