import { getServerTime } from '../api/serverClock.ts';
import { replaceSpaces } from './noBreakSpace.ts';

type Precision = 'minutes' | 'seconds';

/** Formats `10:41:07` in the buyer's time zone, preceded by the date if it is not today. Contains no line break. */
export function formatTime(at: Date, locale: string, precision: Precision, nowMs: number = getServerTime()): string {
  const format = new Intl.DateTimeFormat(locale, {
    ...(isToday(at, nowMs) ? {} : { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
    ...(precision === 'seconds' ? { second: '2-digit' } : {}),
    hourCycle: 'h23',
    numberingSystem: 'latn',
  });
  return replaceSpaces(format.format(at));
}

/** Returns true if the time is today in the buyer's time zone. */
export function isToday(at: Date, nowMs: number = getServerTime()): boolean {
  return at.toDateString() === new Date(nowMs).toDateString();
}
