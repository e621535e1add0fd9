const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Remaining time in its two largest units, rounded down so that a buyer who relies on it is not late. */
export type TimeLeft =
  | { readonly kind: 'days'; readonly days: number; readonly hours: number }
  | { readonly kind: 'hours'; readonly hours: number; readonly minutes: number }
  | { readonly kind: 'minutes'; readonly minutes: number }
  | { readonly kind: 'over' };

export function splitTimeLeft(seconds: number): TimeLeft {
  if (seconds <= 0) return { kind: 'over' };
  if (seconds < HOUR) return { kind: 'minutes', minutes: Math.floor(seconds / MINUTE) };
  const hours = Math.floor(seconds / HOUR);
  if (seconds < DAY) return { kind: 'hours', hours, minutes: Math.floor((seconds % HOUR) / MINUTE) };
  return { kind: 'days', days: Math.floor(seconds / DAY), hours: hours % 24 };
}
