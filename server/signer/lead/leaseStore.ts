import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

export type LeaseHolder = {
  /** The name of the signer. */
  readonly signer: string;
  /** Random, for each process. */
  readonly instance: string;
};

/**
 * Makes a signer the holder for some time, by the database's clock. Returns false if another one holds the lease. A process of
 * the same name replaces its predecessor at once: both would need the lock of that name.
 */
export async function takeLease(
  database: Queryable,
  { signer, instance }: LeaseHolder,
  durationMs: number,
): Promise<boolean> {
  const taken = await database.run(sql`
    insert into signer_lease (signer, instance, lapses_at)
    values (${signer}, ${instance}, clock_timestamp() + ${durationMs}::int * interval '1 millisecond')
    on conflict (id) do update set signer = excluded.signer, instance = excluded.instance, lapses_at = excluded.lapses_at
    where signer_lease.signer = excluded.signer or signer_lease.lapses_at <= clock_timestamp()`);
  return taken === 1;
}

/** Renews the lease, even if it has lapsed. Returns false if another process has taken it. */
export async function renewLease(database: Queryable, { instance }: LeaseHolder, durationMs: number): Promise<boolean> {
  const renewed = await database.run(sql`
    update signer_lease set lapses_at = clock_timestamp() + ${durationMs}::int * interval '1 millisecond'
    where instance = ${instance}`);
  return renewed === 1;
}

/** Ends the lease if this process holds it, so that another signer can take over at once. */
export async function endLease(database: Queryable, { instance }: LeaseHolder): Promise<void> {
  await database.run(sql`update signer_lease set lapses_at = clock_timestamp() where instance = ${instance}`);
}

export type Lease = { readonly signer: string; readonly isHeld: boolean };

/** Returns who was active last, and whether it still holds the lease; undefined before the first signer. */
export async function readLease(database: Queryable): Promise<Lease | undefined> {
  return database.maybeOne<Lease>(sql`
    select signer, lapses_at > clock_timestamp() as is_held from signer_lease`);
}
