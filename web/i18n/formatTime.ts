import { serverNow } from '../api/serverClock.ts';

type Precision = 'minutes' | 'seconds';

/** `10:41:07`, in the buyer's own time zone; with the day in front when it is not today. */
export function formatTime(at: Date, locale: string, precision: Precision, nowMs: number = serverNow()): string {
  const isToday = at.toDateString() === new Date(nowMs).toDateString();
  return new Intl.DateTimeFormat(locale, {
    ...(isToday ? {} : { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
    ...(precision === 'seconds' ? { second: '2-digit' } : {}),
    hourCycle: 'h23',
    numberingSystem: 'latn',
  }).format(at);
}
