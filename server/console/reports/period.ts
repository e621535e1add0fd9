import type { Day } from '../../reporting/dayFigureStore.ts';

/** Whole days in UTC, as the reports read them. */
export function dayOf({ from, to }: { readonly from: string; readonly to: string }): Day {
  return { start: new Date(`${from}T00:00:00Z`), end: new Date(`${to}T00:00:00Z`) };
}
