export const DAY_MS = 86_400_000;

export const LENGTHS = [1, 7, 30, 90, 365] as const;
const USUAL = 30;

/** Whole days in UTC, today among them; `to` is not included. */
export type Period = { readonly from: string; readonly to: string; readonly days: number };

/** The days up to now that an address asks for. */
export function periodOf(days: string | undefined, nowMs: number): Period {
  const length = LENGTHS.find((each) => String(each) === days) ?? USUAL;
  const tomorrow = nowMs + DAY_MS;
  return { from: dayOf(tomorrow - length * DAY_MS), to: dayOf(tomorrow), days: length };
}

/** What is asked of the server. */
export function asked({ from, to }: Period): { readonly from: string; readonly to: string } {
  return { from, to };
}

/** `2026-11-01 to 2026-11-21`, both included. */
export function periodWords({ from, to }: Period): string {
  const last = dayOf(Date.parse(to) - DAY_MS);
  return from === last ? from : `${from} to ${last}`;
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
