/** Who is on duty: no one if `first` is null. */
export type OnDuty = { readonly first: string | null; readonly second: string | null };

/** A duty assignment for a period; `from` is inclusive, `to` exclusive. */
export type DutyPeriod = OnDuty & { readonly from: Date; readonly to: Date };

export const NO_ONE_ON_DUTY: OnDuty = { first: null, second: null };

/** Returns who is on duty at a moment. Assignments are ordered oldest first; the newest one that covers the moment applies. */
export function findOnDuty(periods: readonly DutyPeriod[], at: Date): OnDuty {
  const period = periods.findLast(({ from, to }) => from <= at && at < to);
  return period ? { first: period.first, second: period.second } : NO_ONE_ON_DUTY;
}

/** Returns the roster between two moments as contiguous parts; a part without a person is a gap. */
export function buildRoster(periods: readonly DutyPeriod[], from: Date, to: Date): DutyPeriod[] {
  const edges = periods
    .flatMap((period) => [period.from, period.to])
    .filter((edge) => from < edge && edge < to)
    .map((edge) => edge.getTime());
  const starts = [...new Set([from.getTime(), ...edges])].toSorted((a, b) => a - b);
  const parts: DutyPeriod[] = [];
  for (const [index, start] of starts.entries()) {
    const part = {
      from: new Date(start),
      to: new Date(starts[index + 1] ?? to.getTime()),
      ...findOnDuty(periods, new Date(start)),
    };
    const last = parts.at(-1);
    if (last?.first === part.first && last.second === part.second) parts[parts.length - 1] = { ...last, to: part.to };
    else parts.push(part);
  }
  return parts;
}

/** Formats as `2026-11-25 18:00 UTC`, since readers are in several time zones. */
export function formatUtcMinute(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
