import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../platform/database/database.ts';
import { isDiskFailure } from '../../platform/database/databaseErrors.ts';
import type { Log } from '../../platform/log/log.ts';
import { findMissedHeartbeats, findWorkerAbsence } from './findMissedHeartbeats.ts';
import {
  deleteOldReports,
  raiseWorkerAbsence,
  readHeartbeatReports,
  saveHeartbeatReport,
  tryLockHeartbeatAlerts,
  updateHeartbeatAlerts,
} from './heartbeatStore.ts';
import type { HeartbeatFault, HeartbeatKind, HeartbeatRole } from './heartbeats.ts';

/** Result of a check: faults by subject; empty if all is well. */
export type ProbeFaults = ReadonlyMap<string, string>;

/** One check of this process. It may fail by throwing. */
export type Probe = { readonly kind: HeartbeatKind; check(): Promise<ProbeFaults> };

export type HeartbeatWatch = {
  /** Checks and reports once, and updates the alerts. Rejects only if the database does not answer or takes no writes. */
  round(): Promise<void>;
  /** The checks that failed in the last round. */
  faults(): readonly HeartbeatFault[];
};

export type WatchOptions = {
  readonly database: Database;
  readonly log: Log;
  readonly role: HeartbeatRole;
  /** The unique name of this process. */
  readonly process: string;
  readonly probes: readonly Probe[];
  /** A monotonic clock in milliseconds. */
  readonly elapsedMs?: () => number;
  readonly patienceMs?: number;
};

/** Longer than a check of a socket or folder takes; a hung disk never answers. */
const CHECK_TIMEOUT_MS = 4_000;

/**
 * Creates the watch of a process, which checks what the process can check and reports it. A worker also raises and settles
 * alerts by the reports of all processes; an api raises the alert about missing workers.
 */
export function watchHeartbeats({
  database,
  log,
  role,
  process,
  probes,
  elapsedMs = () => performance.now(),
  patienceMs = CHECK_TIMEOUT_MS,
}: WatchOptions): HeartbeatWatch {
  const startedAt = elapsedMs();
  const since = new Map<string, number>();
  let lastFaults: readonly HeartbeatFault[] = [];
  let writeFault: string | undefined;

  async function checkAll(): Promise<readonly HeartbeatFault[]> {
    const failedChecks = await checkProbes(probes, patienceMs);
    if (writeFault !== undefined) failedChecks.push({ kind: 'disk_low', subject: 'database', fault: writeFault });
    const now = elapsedMs();
    const keys = new Set(failedChecks.map(buildFaultKey));
    for (const key of since.keys()) if (!keys.has(key)) since.delete(key);
    return failedChecks.map((one) => {
      const key = buildFaultKey(one);
      if (!since.has(key))
        log.error({ kind: one.kind, subject: one.subject, fault: one.fault }, 'a heartbeat check fails');
      const began = since.get(key) ?? now;
      since.set(key, began);
      return { ...one, ageMs: now - began };
    });
  }

  async function raiseAbsenceAlert(): Promise<void> {
    const absence = findWorkerAbsence(await readHeartbeatReports(database), elapsedMs() - startedAt);
    if (absence !== undefined) await raiseWorkerAbsence(database, absence);
  }

  async function updateAlerts(): Promise<void> {
    await database.transaction(async (transaction) => {
      if (!(await tryLockHeartbeatAlerts(transaction))) return;
      await updateHeartbeatAlerts(transaction, findMissedHeartbeats(await readHeartbeatReports(transaction)));
      await deleteOldReports(transaction);
    });
  }

  return {
    faults: () => lastFaults,
    async round() {
      lastFaults = await checkAll();
      try {
        await saveHeartbeatReport(database, { process, role, faults: lastFaults });
        writeFault = undefined;
      } catch (error) {
        if (isDiskFailure(error)) {
          writeFault = 'the disk of the database is full';
          lastFaults = [
            ...lastFaults.filter(({ subject }) => subject !== 'database'),
            { kind: 'disk_low', subject: 'database', fault: writeFault, ageMs: 0 },
          ];
        }
        throw error;
      }
      if (role === 'api') await raiseAbsenceAlert();
      else await updateAlerts();
    },
  };
}

/** Checks all at once. A check that throws or does not end is a fault itself. */
export async function checkProbes(
  probes: readonly Probe[],
  patienceMs = CHECK_TIMEOUT_MS,
): Promise<Omit<HeartbeatFault, 'ageMs'>[]> {
  const findings = await Promise.all(
    probes.map(async (probe) => ({ kind: probe.kind, faults: await runProbe(probe, patienceMs) })),
  );
  return findings.flatMap(({ kind, faults }) => [...faults].map(([subject, fault]) => ({ kind, subject, fault })));
}

function buildFaultKey({ kind, subject }: Pick<HeartbeatFault, 'kind' | 'subject'>): string {
  return `${kind}:${subject}`;
}

async function runProbe({ check }: Probe, patienceMs: number): Promise<ProbeFaults> {
  const timer = new AbortController();
  const timeout = sleep(patienceMs, new Map([['', `the check does not end within ${patienceMs / 1_000} s`]]), {
    signal: timer.signal,
  }).catch(() => new Map<string, string>());
  try {
    return await Promise.race([check(), timeout]);
  } catch (error) {
    return new Map([['', error instanceof Error ? error.message : String(error)]]);
  } finally {
    timer.abort();
  }
}
