import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../platform/database/database.ts';
import { isDiskFull } from '../../platform/database/lostDatabase.ts';
import type { Log } from '../../platform/log/log.ts';
import { forgetReports, judgeAlerts, mayJudge, raiseAbsence, readReports, writeReport } from './heartbeatStore.ts';
import type { Fault, HeartbeatKind, HeartbeatRole } from './heartbeats.ts';
import { absentWorkers, missedHeartbeats } from './missedHeartbeats.ts';

/** What a check has found: the faults by subject; none if all is well. */
export type Findings = ReadonlyMap<string, string>;

/** One check of this process. It may fail by throwing. */
export type Probe = { readonly kind: HeartbeatKind; check(): Promise<Findings> };

export type HeartbeatWatch = {
  /** Checks, reports and judges once. Rejects only if the database does not answer. */
  round(): Promise<void>;
  /** The checks that failed in the last round. */
  faults(): readonly Fault[];
};

export type WatchOptions = {
  readonly database: Database;
  readonly log: Log;
  readonly role: HeartbeatRole;
  /** The name of this process, different from that of every other one. */
  readonly process: string;
  readonly probes: readonly Probe[];
  /** Milliseconds that only ever grow. */
  readonly elapsedMs?: () => number;
  readonly patienceMs?: number;
};

/** Longer than one check of a socket or a folder takes; a disk that hangs answers never. */
const PATIENCE_MS = 4_000;

/** Checks what this process can check and reports it. A worker also raises and settles alerts by the reports of all processes. */
export function watchHeartbeats({
  database,
  log,
  role,
  process,
  probes,
  elapsedMs = () => performance.now(),
  patienceMs = PATIENCE_MS,
}: WatchOptions): HeartbeatWatch {
  const startedAt = elapsedMs();
  const since = new Map<string, number>();
  let found: readonly Fault[] = [];
  let writeFault: string | undefined;

  async function checkAll(): Promise<readonly Fault[]> {
    const failing = await checkProbes(probes, patienceMs);
    if (writeFault !== undefined) failing.push({ kind: 'disk_low', subject: 'database', fault: writeFault });
    const now = elapsedMs();
    const keys = new Set(failing.map(keyOf));
    for (const key of since.keys()) if (!keys.has(key)) since.delete(key);
    return failing.map((one) => {
      const key = keyOf(one);
      if (!since.has(key)) log.error({ kind: one.kind, subject: one.subject, fault: one.fault }, 'a heartbeat fails');
      const began = since.get(key) ?? now;
      since.set(key, began);
      return { ...one, ageMs: now - began };
    });
  }

  async function missWorkers(): Promise<void> {
    const absence = absentWorkers(await readReports(database), elapsedMs() - startedAt);
    if (absence !== undefined) await raiseAbsence(database, absence);
  }

  async function judge(): Promise<void> {
    await database.transaction(async (transaction) => {
      if (!(await mayJudge(transaction))) return;
      await judgeAlerts(transaction, missedHeartbeats(await readReports(transaction)));
      await forgetReports(transaction);
    });
  }

  return {
    faults: () => found,
    async round() {
      found = await checkAll();
      try {
        await writeReport(database, { process, role, faults: found });
        writeFault = undefined;
      } catch (error) {
        if (isDiskFull(error)) {
          writeFault = 'the disk of the database is full';
          found = [
            ...found.filter(({ subject }) => subject !== 'database'),
            { kind: 'disk_low', subject: 'database', fault: writeFault, ageMs: 0 },
          ];
        }
        throw error;
      }
      if (role === 'api') await missWorkers();
      else await judge();
    },
  };
}

/** Checks all at once. A check that throws or does not end is a fault itself. */
export async function checkProbes(probes: readonly Probe[], patienceMs = PATIENCE_MS): Promise<Omit<Fault, 'ageMs'>[]> {
  const findings = await Promise.all(
    probes.map(async (probe) => ({ kind: probe.kind, faults: await findingsOf(probe, patienceMs) })),
  );
  return findings.flatMap(({ kind, faults }) => [...faults].map(([subject, fault]) => ({ kind, subject, fault })));
}

function keyOf({ kind, subject }: Pick<Fault, 'kind' | 'subject'>): string {
  return `${kind}:${subject}`;
}

async function findingsOf({ check }: Probe, patienceMs: number): Promise<Findings> {
  const late = new AbortController();
  const timeout = sleep(patienceMs, new Map([['', `the check does not end within ${patienceMs / 1_000} s`]]), {
    signal: late.signal,
  }).catch(() => new Map<string, string>());
  try {
    return await Promise.race([check(), timeout]);
  } catch (error) {
    return new Map([['', error instanceof Error ? error.message : String(error)]]);
  } finally {
    late.abort();
  }
}
