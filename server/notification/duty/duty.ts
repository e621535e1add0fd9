/** Who is on duty: nobody where there is no first one. */
export type OnDuty = { readonly first: string | null; readonly second: string | null };

/** What somebody has said of a time; `from` belongs to it, `to` does not. */
export type DutyPeriod = OnDuty & { readonly from: Date; readonly to: Date };

export const NOBODY: OnDuty = { first: null, second: null };

/** Who is on duty at a moment. Of what was said, oldest first, the newest word holds. */
export function onDutyAt(periods: readonly DutyPeriod[], at: Date): OnDuty {
  const period = periods.findLast(({ from, to }) => from <= at && at < to);
  return period ? { first: period.first, second: period.second } : NOBODY;
}

/** The whole of a time as parts without an overlap or a hole: one with nobody is a gap. */
export function rosterOf(periods: readonly DutyPeriod[], from: Date, to: Date): DutyPeriod[] {
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
      ...onDutyAt(periods, new Date(start)),
    };
    const last = parts.at(-1);
    if (last?.first === part.first && last.second === part.second) parts[parts.length - 1] = { ...last, to: part.to };
    else parts.push(part);
  }
  return parts;
}

/** `2026-11-25 18:00 UTC`: persons of several zones read it. */
export function inUtc(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
