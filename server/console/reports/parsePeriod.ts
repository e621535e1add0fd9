import type { TimeRange } from '../../reporting/reportFigureStore.ts';

/** Returns the whole days from `from` to before `to`, in UTC. */
export function parsePeriod({ from, to }: { readonly from: string; readonly to: string }): TimeRange {
  return { start: new Date(`${from}T00:00:00Z`), end: new Date(`${to}T00:00:00Z`) };
}
