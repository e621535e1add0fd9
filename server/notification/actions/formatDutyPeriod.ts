import { type DutyPeriod, formatUtcMinute } from '../duty/duty.ts';

/** Formats a line of the roster. */
export function formatDutyPeriod({ from, to, first, second }: DutyPeriod): string {
  const whom =
    first === null ? 'no one: everyone in ALERT_MAIL is notified' : `first ${first}, second ${second ?? 'no one'}`;
  return `${formatUtcMinute(from)} to ${formatUtcMinute(to)}: ${whom}`;
}
