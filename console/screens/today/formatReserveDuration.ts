const DAY_HOURS = 24;
/** Less than half a day is short; a halt is more urgent than any duration. */
const SHORT_HOURS = 12;
const LONG_DAYS = 365;

/** Returns `6 h`, or `2.1 days` from 48 hours on; a dash if nothing is used. */
export function formatReserveDuration(hours: number | null): string {
  if (hours === null) return '–';
  if (hours < 1) return 'under 1 h';
  if (hours < 2 * DAY_HOURS) return `${Math.floor(hours)} h`;
  const days = hours / DAY_HOURS;
  if (days > LONG_DAYS) return 'over a year';
  return days < 10 ? `${(Math.floor(days * 10) / 10).toFixed(1)} days` : `${Math.floor(days)} days`;
}

export function chooseReserveTone(hours: number | null, halted: boolean): 'warn' | 'bad' | undefined {
  if (halted) return 'bad';
  return hours !== null && hours < SHORT_HOURS ? 'warn' : undefined;
}
