import { type DutyPeriod, inUtc } from '../../notification/duty/duty.ts';

/** A line of the roster. */
export function saidOfDuty({ from, to, first, second }: DutyPeriod): string {
  const whom = first === null ? 'nobody: all of ALERT_MAIL are told' : `first ${first}, second ${second ?? 'nobody'}`;
  return `${inUtc(from)} to ${inUtc(to)}: ${whom}`;
}
