export const DAY_MS = 86_400_000;

export const PERIOD_LENGTHS = [1, 7, 30, 90, 365] as const;
const DEFAULT_LENGTH = 30;

/** Whole days in UTC including today; `to` is exclusive. */
export type Period = { readonly from: string; readonly to: string; readonly days: number };

/** Returns the period that ends with today and has the number of days in the URL; 30 if that is missing or not offered. */
export function parsePeriod(days: string | undefined, nowMs: number): Period {
  const length = PERIOD_LENGTHS.find((each) => String(each) === days) ?? DEFAULT_LENGTH;
  const tomorrow = nowMs + DAY_MS;
  return { from: formatDay(tomorrow - length * DAY_MS), to: formatDay(tomorrow), days: length };
}

/** Returns the arguments of the server's call. */
export function buildPeriodRequest({ from, to }: Period): { readonly from: string; readonly to: string } {
  return { from, to };
}

/** Returns `2026-11-01 to 2026-11-21`, both inclusive. */
export function formatPeriod({ from, to }: Period): string {
  const last = formatDay(Date.parse(to) - DAY_MS);
  return from === last ? from : `${from} to ${last}`;
}

function formatDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
