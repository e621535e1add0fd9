const DAY_MS = 86_400_000;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** A moment in UTC: of today `10:54:31`, else `11 Aug 06:02`, of another year `4 Nov 2024`. */
export function timeWords(iso: string, nowMs: number): string {
  const date = new Date(iso);
  if (sameDay(date, nowMs)) return clockTime(date, true);
  return date.getUTCFullYear() === new Date(nowMs).getUTCFullYear()
    ? `${dayOf(date)} ${clockTime(date)}`
    : `${dayOf(date)} ${date.getUTCFullYear()}`;
}

/** A deadline in UTC: of today `11:37`, of this week `Wed 05:00`, else `1 Sep`. */
export function dueWords(iso: string, nowMs: number): string {
  const date = new Date(iso);
  if (sameDay(date, nowMs)) return clockTime(date);
  if (Math.abs(date.getTime() - nowMs) < 6 * DAY_MS) return `${WEEKDAYS[date.getUTCDay()]} ${clockTime(date)}`;
  return dayOf(date);
}

/** `Tue 12 Aug 2025, 10:55:08 UTC`. */
export function fullTimeWords(ms: number): string {
  const date = new Date(ms);
  return `${WEEKDAYS[date.getUTCDay()]} ${dayOf(date)} ${date.getUTCFullYear()}, ${clockTime(date, true)} UTC`;
}

/** `10:51`, or `10:54:31` with its seconds. */
export function clockTime(date: Date, seconds = false): string {
  return date.toISOString().slice(11, seconds ? 19 : 16);
}

function dayOf(date: Date): string {
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
}

function sameDay(date: Date, nowMs: number): boolean {
  return date.toISOString().slice(0, 10) === new Date(nowMs).toISOString().slice(0, 10);
}
