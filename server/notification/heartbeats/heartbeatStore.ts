import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { raiseAlert, raiseLastingAlert, settleLastingAlert } from '../alertStore.ts';
import type { HeartbeatReport, MissedHeartbeat } from './findMissedHeartbeats.ts';
import { type HeartbeatFault, heartbeatKinds } from './heartbeats.ts';

const KEPT_MINUTES = 60;

/** Writes the report of a process. Rejects if the database takes no writes. */
export async function saveHeartbeatReport(
  database: Queryable,
  { process, role, faults }: Pick<HeartbeatReport, 'process' | 'role' | 'faults'>,
): Promise<void> {
  await database.run(sql`
    insert into heartbeats (process, role, beat_at, faults)
    values (${process}, ${role}, clock_timestamp(), ${JSON.stringify(faults)})
    on conflict (process) do update set beat_at = excluded.beat_at, faults = excluded.faults`);
}

/** Returns the latest report of each process, including recently ended ones. */
export async function readHeartbeatReports(database: Queryable): Promise<readonly HeartbeatReport[]> {
  return database.many<HeartbeatReport>(sql`
    select process, role, faults,
      greatest(0, extract(epoch from clock_timestamp() - beat_at) * 1000)::float8 as age_ms
    from heartbeats`);
}

/** Deletes reports older than an hour, except the newest api's and the newest worker's: it shows since when no worker runs. */
export async function deleteOldReports(database: Queryable): Promise<void> {
  await database.run(sql`
    delete from heartbeats h where beat_at < clock_timestamp() - ${KEPT_MINUTES}::int * interval '1 minute'
      and exists (select 1 from heartbeats n where (n.role = 'api') = (h.role = 'api') and n.beat_at > h.beat_at)`);
}

/** Takes the lock by which one process at a time raises and settles alerts. Returns false if another process holds it. */
export async function tryLockHeartbeatAlerts(transaction: Transaction): Promise<boolean> {
  const { taken } = await transaction.one<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('heartbeats', 0)) as taken`,
  );
  return taken;
}

const PREFIX = 'heartbeat:';

function buildAlertKey({ kind, subject }: Pick<HeartbeatFault, 'kind' | 'subject'>): string {
  return `${PREFIX}${kind}:${subject}`;
}

/** Raises the alert about missing workers. An api may raise alerts but not settle them, so the next worker settles it. */
export async function raiseWorkerAbsence(database: Queryable, fault: string): Promise<void> {
  const { since } = await database.one<{ since: string | null }>(
    sql`select max(beat_at)::text as since from heartbeats where role <> 'api'`,
  );
  const key = `${PREFIX}worker_absent:${since ?? 'never'}`;
  await raiseAlert(database, { key, orderId: null, kind: 'worker_absent', facts: { subject: '', fault } });
}

/** Opens an alert for each missed heartbeat and settles those whose cause has ended. */
export async function updateHeartbeatAlerts(
  transaction: Transaction,
  missed: readonly MissedHeartbeat[],
): Promise<void> {
  for (const { kind, subject, fault, processes } of missed)
    await raiseLastingAlert(transaction, {
      key: buildAlertKey({ kind, subject }),
      orderId: null,
      kind,
      facts: { subject, fault, processes },
    });
  const keys = new Set(missed.map(buildAlertKey));
  const open = await transaction.many<{ key: string }>(sql`
    select key from operator_alerts
    where settled_at is null and kind = any (${[...heartbeatKinds]}) and starts_with(key, ${PREFIX})`);
  // Also settles `worker_absent`: only a worker runs this, so at least one is running.
  for (const { key } of open) if (!keys.has(key)) await settleLastingAlert(transaction, key);
}
