/** Good Friday and Easter Monday of each year, as month and day: https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates */
const AROUND_EASTER: Readonly<Record<number, readonly [friday: string, monday: string]>> = {
  2025: ['04-18', '04-21'],
  2026: ['04-03', '04-06'],
  2027: ['03-26', '03-29'],
  2028: ['04-14', '04-17'],
  2029: ['03-30', '04-02'],
  2030: ['04-19', '04-22'],
};

const EVERY_YEAR: readonly string[] = ['01-01', '05-01', '12-25', '12-26'];

/** Days without a file: weekends, and those on which TARGET is closed; of Easter for as long as the table goes. */
export function isClosed(day: Date): boolean {
  const ofYear = day.toISOString().slice(5, 10);
  const easter = AROUND_EASTER[day.getUTCFullYear()] ?? [];
  return day.getUTCDay() % 6 === 0 || [...EVERY_YEAR, ...easter].includes(ofYear);
}
