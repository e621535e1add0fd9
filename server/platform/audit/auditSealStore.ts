import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../database/database.ts';
import type { AuditSeal } from './auditSeal.ts';

const COLUMNS = sql`line_id, line_hash, persons_head, seal`;

/** Takes the lock by which one process seals at a time. */
export async function lockSeals(transaction: Transaction): Promise<void> {
  await transaction.run(sql`select pg_advisory_xact_lock(hashtext('audit_seals'))`);
}

/** Returns all seals, oldest first. */
export async function listSeals(database: Queryable): Promise<AuditSeal[]> {
  return database.many<AuditSeal>(sql`select ${COLUMNS} from audit_seals order by id`);
}

/** Returns the newest seals, newest first. */
export async function listNewestSeals(database: Queryable, count: number): Promise<AuditSeal[]> {
  return database.many<AuditSeal>(sql`select ${COLUMNS} from audit_seals order by id desc limit ${count}`);
}

/** Returns the line up to which the audit trail was last sealed, and when. */
export async function findNewestSealing(
  database: Queryable,
): Promise<{ readonly lineId: number; readonly sealedAt: Date } | undefined> {
  return database.maybeOne(sql`select line_id, sealed_at from audit_seals order by id desc limit 1`);
}

export async function hasSeal(database: Queryable, seal: Uint8Array): Promise<boolean> {
  const { known } = await database.one<{ known: boolean }>(
    sql`select exists (select 1 from audit_seals where seal = ${Buffer.from(seal)}) as known`,
  );
  return known;
}

export async function insertSeal(transaction: Transaction, seal: AuditSeal): Promise<void> {
  await transaction.run(sql`
    insert into audit_seals (line_id, line_hash, persons_head, seal, sealed_at)
    values (${seal.lineId}, ${seal.lineHash}, ${seal.personsHead}, ${seal.seal}, slipway_now())`);
}

/** Returns the hash of a line; undefined if there is no such line. */
export async function findLineHash(database: Queryable, lineId: number): Promise<Buffer | undefined> {
  const line = await database.maybeOne<{ hash: Buffer }>(sql`select hash from audit_trail where id = ${lineId}`);
  return line?.hash;
}

export async function findNewestLine(
  database: Queryable,
): Promise<{ readonly lineId: number; readonly lineHash: Buffer } | undefined> {
  return database.maybeOne(sql`select id as line_id, hash as line_hash from audit_trail order by id desc limit 1`);
}
