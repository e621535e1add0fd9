import { MAXIMUM_AGE_YEARS } from '@slipway/contract/entities/buyer/age.ts';

/**
 * Returns `served` if a person of this birth date is served, else the reason why not; both age limits are inclusive.
 * `birthDate` is an ISO date, `today` by the database's clock.
 */
export function judgeAge(
  today: Date,
  birthDate: string,
  minimumYears: number,
): 'served' | 'too_young' | 'too_old' | 'in_future' {
  const years = computeAge(today, birthDate);
  if (years < 0) return 'in_future';
  if (years < minimumYears) return 'too_young';
  return years > MAXIMUM_AGE_YEARS ? 'too_old' : 'served';
}

/** Returns whole years between an ISO date of birth and a day. */
function computeAge(today: Date, birthDate: string): number {
  const [year = 0, month = 0, day = 0] = birthDate.split('-').map(Number);
  const hadBirthday =
    today.getUTCMonth() + 1 > month || (today.getUTCMonth() + 1 === month && today.getUTCDate() >= day);
  return today.getUTCFullYear() - year - (hadBirthday ? 0 : 1);
}
