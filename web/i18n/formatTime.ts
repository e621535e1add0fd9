import { serverNow } from '../api/serverClock.ts';
import { unbroken } from './unbroken.ts';

type Precision = 'minutes' | 'seconds';

/** `10:41:07`, in the buyer's own time zone; with the day in front when it is not today. Not to be broken into lines. */
export function formatTime(at: Date, locale: string, precision: Precision, nowMs: number = serverNow()): string {
  const format = new Intl.DateTimeFormat(locale, {
    ...(isToday(at, nowMs) ? {} : { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
    ...(precision === 'seconds' ? { second: '2-digit' } : {}),
    hourCycle: 'h23',
    numberingSystem: 'latn',
  });
  return unbroken(format.format(at));
}

/** In the buyer's own time zone. */
export function isToday(at: Date, nowMs: number = serverNow()): boolean {
  return at.toDateString() === new Date(nowMs).toDateString();
}
