import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { endCondition, keepOpen, raiseAlert } from '../alertStore.ts';
import { type Fault, heartbeatKinds } from './heartbeats.ts';
import type { MissedHeartbeat, Report } from './missedHeartbeats.ts';

const FORGOTTEN_AFTER_MINUTES = 60;

/** Writes the report of a process. Rejects if the database takes no writes. */
export async function writeReport(
  database: Queryable,
  { process, role, faults }: Pick<Report, 'process' | 'role' | 'faults'>,
): Promise<void> {
  await database.run(sql`
    insert into heartbeats (process, role, beat_at, faults)
    values (${process}, ${role}, clock_timestamp(), ${JSON.stringify(faults)})
    on conflict (process) do update set beat_at = excluded.beat_at, faults = excluded.faults`);
}

/** The newest report of each process, also of those that ended lately. */
export async function readReports(database: Queryable): Promise<readonly Report[]> {
  return database.many<Report>(sql`
    select process, role, faults,
      greatest(0, extract(epoch from clock_timestamp() - beat_at) * 1000)::float8 as "ageMs"
    from heartbeats`);
}

/** Forgets processes that have ended, except the last worker: its report shows since when there is none. */
export async function forgetReports(database: Queryable): Promise<void> {
  await database.run(sql`
    delete from heartbeats h where beat_at < clock_timestamp() - ${FORGOTTEN_AFTER_MINUTES}::int * interval '1 minute'
      and exists (select 1 from heartbeats n where (n.role = 'api') = (h.role = 'api') and n.beat_at > h.beat_at)`);
}

/** One process at a time raises and settles. False: another one does. */
export async function mayJudge(transaction: Transaction): Promise<boolean> {
  const { taken } = await transaction.one<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('heartbeats', 0)) as taken`,
  );
  return taken;
}

const PREFIX = 'heartbeat:';

function keyOf({ kind, subject }: Pick<Fault, 'kind' | 'subject'>): string {
  return `${PREFIX}${kind}:${subject}`;
}

/** Raises the alert that a worker settles once there is one: an api may raise alerts, and settle none. */
export async function raiseAbsence(database: Queryable, fault: string): Promise<void> {
  const { since } = await database.one<{ since: string | null }>(
    sql`select max(beat_at)::text as since from heartbeats where role <> 'api'`,
  );
  const key = `${PREFIX}worker_absent:${since ?? 'never'}`;
  await raiseAlert(database, { key, orderId: null, kind: 'worker_absent', facts: { subject: '', fault } });
}

/** Opens an alert for each missed heartbeat and settles those whose cause has ended. */
export async function judgeAlerts(transaction: Transaction, missed: readonly MissedHeartbeat[]): Promise<void> {
  for (const { kind, subject, fault, processes } of missed)
    await keepOpen(transaction, {
      key: keyOf({ kind, subject }),
      orderId: null,
      kind,
      facts: { subject, fault, processes },
    });
  const keys = new Set(missed.map(keyOf));
  const open = await transaction.many<{ key: string }>(sql`
    select key from operator_alerts
    where settled_at is null and kind = any (${[...heartbeatKinds]}) and starts_with(key, ${PREFIX})`);
  // A worker judges: so there is one.
  for (const { key } of open) if (!keys.has(key)) await endCondition(transaction, key);
}
