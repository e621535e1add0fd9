const DAY_MS = 86_400_000;

/**
 * Month and day on which TARGET is closed every year:
 * https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates
 */
const CLOSED_EVERY_YEAR: ReadonlySet<string> = new Set(['01-01', '05-01', '12-25', '12-26']);
/** Good Friday and Easter Monday, in days from Easter Sunday. */
const CLOSED_AROUND_EASTER: ReadonlySet<number> = new Set([-2, 1]);

/** Returns true if the European Central Bank publishes rates on the day, which is given as midnight UTC. */
export function isTargetDay(day: Date): boolean {
  const weekday = day.getUTCDay();
  if (weekday === 0 || weekday === 6) return false;
  if (CLOSED_EVERY_YEAR.has(day.toISOString().slice(5, 10))) return false;
  return !CLOSED_AROUND_EASTER.has((day.getTime() - computeEasterSunday(day.getUTCFullYear())) / DAY_MS);
}

/** Returns the last TARGET day that had begun by the given time, as midnight UTC. */
export function findLastTargetDay(by: Date): Date {
  let day = new Date(`${by.toISOString().slice(0, 10)}T00:00:00Z`);
  while (!isTargetDay(day)) day = new Date(day.getTime() - DAY_MS);
  return day;
}

/**
 * Returns midnight UTC of Easter Sunday, by Meeus' rule for the Gregorian calendar (Astronomical Algorithms, ch. 8).
 */
function computeEasterSunday(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const moonCorrection = Math.floor((8 * century + 13) / 25);
  const epact = (19 * golden + century - Math.floor(century / 4) - moonCorrection + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const correction = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const marchDays = epact + weekday - 7 * correction + 22;
  return Date.UTC(year, 2, marchDays);
}
