import { createHash } from 'node:crypto';
import sql, { empty, join } from 'sql-template-tag';
import type { Queryable, Transaction } from '../database/database.ts';

/** What a person decided: who, why, and what it changed. */
export type AuditEntry = {
  readonly who: string;
  readonly approvedBy: string | null;
  readonly why: string;
  readonly action: string;
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
};

export type AuditLine = AuditEntry & { readonly id: number; readonly at: Date };

type StoredLine = AuditLine & { readonly previousHash: Buffer; readonly hash: Buffer };

const NOTHING_BEFORE = Buffer.alloc(32);

/** Appends a line to the trail, in the transaction of what it tells about. */
export async function appendAudit(transaction: Transaction, entry: AuditEntry): Promise<void> {
  // Two lines at once would both follow the same one.
  await transaction.run(sql`select pg_advisory_xact_lock(hashtext('audit_trail'))`);
  const { at } = await transaction.one<{ at: Date }>(sql`select date_trunc('milliseconds', slipway_now()) as at`);
  const last = await transaction.maybeOne<{ hash: Buffer }>(sql`select hash from audit_trail order by id desc limit 1`);
  const previousHash = last?.hash ?? NOTHING_BEFORE;
  await transaction.run(sql`
    insert into audit_trail (at, who, approved_by, why, action, subject, before, after, previous_hash, hash)
    values (${at}, ${entry.who}, ${entry.approvedBy}, ${entry.why}, ${entry.action}, ${entry.subject},
      ${toJson(entry.before)}::jsonb, ${toJson(entry.after)}::jsonb, ${previousHash}, ${chainedHash(previousHash, at, entry)})`);
}

export type AuditFilter = {
  /** Lines before this one. */
  readonly before?: number | undefined;
  readonly who?: string | undefined;
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
};

/** Newest first. */
export async function listAudit(database: Queryable, limit: number, filter: AuditFilter = {}): Promise<AuditLine[]> {
  const { before, who, action, subject } = filter;
  // Only what is asked for is said: a condition that may hold for all lets the planner use no index.
  const where = [
    ...(before === undefined ? [] : [sql`id < ${before}`]),
    ...(who === undefined ? [] : [sql`who = ${who}`]),
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(subject === undefined ? [] : [sql`subject = ${subject}`]),
  ];
  return database.many<AuditLine>(sql`
    select id, at, who, approved_by as "approvedBy", why, action, subject, before, after
    from audit_trail ${where.length === 0 ? empty : sql`where ${join(where, ' and ')}`}
    order by id desc limit ${limit}`);
}

/** The newest line with the hash that everything before it leads to. */
export async function auditHead(
  database: Queryable,
): Promise<{ readonly id: number; readonly hash: Buffer } | undefined> {
  return database.maybeOne(sql`select id, hash from audit_trail order by id desc limit 1`);
}

/**
 * The first line whose hash does not follow from it and the line before, or undefined when the trail is as it was written:
 * the whole of it, or what comes after a line.
 */
export async function findBrokenAudit(
  database: Queryable,
  from?: { readonly id: number; readonly hash: Buffer },
): Promise<number | undefined> {
  let previous: Buffer = from?.hash ?? NOTHING_BEFORE;
  let after = from?.id ?? 0;
  for (;;) {
    const lines = await database.many<StoredLine>(sql`
      select id, at, who, approved_by as "approvedBy", why, action, subject, before, after,
        previous_hash as "previousHash", hash
      from audit_trail where id > ${after} order by id limit 1000`);
    for (const line of lines) {
      if (!line.previousHash.equals(previous) || !line.hash.equals(chainedHash(previous, line.at, line)))
        return line.id;
      previous = line.hash;
      after = line.id;
    }
    if (lines.length < 1000) return undefined;
  }
}

function toJson(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}

function chainedHash(previous: Buffer, at: Date, entry: AuditEntry): Buffer {
  const said = [entry.who, entry.approvedBy, entry.why, entry.action, entry.subject, entry.before, entry.after];
  return createHash('sha256')
    .update(previous)
    .update(JSON.stringify([at.toISOString(), ...said.map(sorted)]))
    .digest();
}

/** PostgreSQL keeps an object's keys in an order of its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value ?? null;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
