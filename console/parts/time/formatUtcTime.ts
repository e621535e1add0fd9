const DAY_MS = 86_400_000;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** Formats a time in UTC: `10:54:31` for today, `11 Aug 06:02` for this year, else `4 Nov 2024`. */
export function formatUtcTime(iso: string, nowMs: number): string {
  const date = new Date(iso);
  if (isSameDay(date, nowMs)) return formatClockTime(date, true);
  return date.getUTCFullYear() === new Date(nowMs).getUTCFullYear()
    ? `${formatDayAndMonth(date)} ${formatClockTime(date)}`
    : `${formatDayAndMonth(date)} ${date.getUTCFullYear()}`;
}

/** Formats a deadline in UTC: `11:37` for today, `Wed 05:00` within six days, else `1 Sep`. */
export function formatUtcDeadline(iso: string, nowMs: number): string {
  const date = new Date(iso);
  if (isSameDay(date, nowMs)) return formatClockTime(date);
  if (Math.abs(date.getTime() - nowMs) < 6 * DAY_MS) return `${WEEKDAYS[date.getUTCDay()]} ${formatClockTime(date)}`;
  return formatDayAndMonth(date);
}

/** Formats `Tue 12 Aug 2025, 10:55:08 UTC`. */
export function formatFullUtcTime(ms: number): string {
  const date = new Date(ms);
  return `${WEEKDAYS[date.getUTCDay()]} ${formatDayAndMonth(date)} ${date.getUTCFullYear()}, ${formatClockTime(date, true)} UTC`;
}

/** Formats `10:51`, or `10:54:31` with seconds. */
export function formatClockTime(date: Date, seconds = false): string {
  return date.toISOString().slice(11, seconds ? 19 : 16);
}

function formatDayAndMonth(date: Date): string {
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
}

function isSameDay(date: Date, nowMs: number): boolean {
  return date.toISOString().slice(0, 10) === new Date(nowMs).toISOString().slice(0, 10);
}
