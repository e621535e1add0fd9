import { type HeartbeatFault, heartbeats, REPORT_VALID_MS } from './heartbeats.ts';

/** The latest report of one process. */
export type HeartbeatReport = {
  readonly process: string;
  readonly role: string;
  /** Age of the report by the database's clock. */
  readonly ageMs: number;
  readonly faults: readonly HeartbeatFault[];
};

export type MissedHeartbeat = Pick<HeartbeatFault, 'kind' | 'subject' | 'fault'> & {
  /** The processes that report it. */
  readonly processes: readonly string[];
};

/** Returns the checks that have failed until their deadlines, by the reports of all processes. */
export function findMissedHeartbeats(reports: readonly HeartbeatReport[]): readonly MissedHeartbeat[] {
  const valid = reports.filter(({ ageMs }) => ageMs <= REPORT_VALID_MS);
  const overdue = valid.flatMap(({ process, faults }) =>
    faults
      .filter(({ kind, ageMs }) => Object.hasOwn(heartbeats, kind) && ageMs >= heartbeats[kind].deadlineMs)
      .map((fault) => ({ ...fault, process })),
  );
  return [...Map.groupBy(overdue, ({ kind, subject }) => `${kind}:${subject}`).values()].flatMap((sameFault) => {
    const [first] = sameFault;
    if (!first) return [];
    const { kind, subject, fault } = first;
    return [{ kind, subject, fault, processes: sameFault.map(({ process }) => process) }];
  });
}

/**
 * Returns for how long no worker has reported, as a text, or undefined if one has reported within the deadline. `watchingMs`:
 * for how long this process has watched, so that workers that start with it are not missed.
 */
export function findWorkerAbsence(reports: readonly HeartbeatReport[], watchingMs: number): string | undefined {
  const { deadlineMs } = heartbeats.worker_absent;
  const newest = Math.min(...reports.filter(({ role }) => role !== 'api').map(({ ageMs }) => ageMs));
  if (watchingMs < deadlineMs || newest <= deadlineMs) return undefined;
  return Number.isFinite(newest)
    ? `no worker has reported for ${Math.round(newest / 1_000)} s`
    : 'no worker has ever reported';
}
