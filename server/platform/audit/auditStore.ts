import { createHash } from 'node:crypto';
import sql, { empty, join } from 'sql-template-tag';
import type { Queryable, Transaction } from '../database/database.ts';

/** A decision by a person: who, why, and what it changed. */
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

const INITIAL_HASH = Buffer.alloc(32);

/** Appends a line to the trail, in the transaction of the change that it records. */
export async function appendAuditLine(transaction: Transaction, entry: AuditEntry): Promise<void> {
  // Two concurrent lines would both chain to the same predecessor.
  await transaction.run(sql`select pg_advisory_xact_lock(hashtext('audit_trail'))`);
  const { at } = await transaction.one<{ at: Date }>(sql`select date_trunc('milliseconds', slipway_now()) as at`);
  const last = await transaction.maybeOne<{ hash: Buffer }>(sql`select hash from audit_trail order by id desc limit 1`);
  const previousHash = last?.hash ?? INITIAL_HASH;
  await transaction.run(sql`
    insert into audit_trail (at, who, approved_by, why, action, subject, before, after, previous_hash, hash)
    values (${at}, ${entry.who}, ${entry.approvedBy}, ${entry.why}, ${entry.action}, ${entry.subject},
      ${toJson(entry.before)}::jsonb, ${toJson(entry.after)}::jsonb, ${previousHash}, ${computeChainedHash(previousHash, at, entry)})`);
}

export type AuditFilter = {
  /** Only lines before this one. */
  readonly before?: number | undefined;
  readonly who?: string | undefined;
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
};

/** Returns lines, newest first. */
export async function listAuditLines(
  database: Queryable,
  limit: number,
  filter: AuditFilter = {},
): Promise<AuditLine[]> {
  const { before, who, action, subject } = filter;
  // Only requested conditions are included: `is null or …` conditions would keep the planner from using an index.
  const where = [
    ...(before === undefined ? [] : [sql`id < ${before}`]),
    ...(who === undefined ? [] : [sql`who = ${who}`]),
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(subject === undefined ? [] : [sql`subject = ${subject}`]),
  ];
  return database.many<AuditLine>(sql`
    select id, at, who, approved_by, why, action, subject, before, after
    from audit_trail ${where.length === 0 ? empty : sql`where ${join(where, ' and ')}`}
    order by id desc limit ${limit}`);
}

/** Returns the newest line with its hash, which covers all lines before it. */
export async function findAuditHead(
  database: Queryable,
): Promise<{ readonly id: number; readonly hash: Buffer } | undefined> {
  return database.maybeOne(sql`select id, hash from audit_trail order by id desc limit 1`);
}

/**
 * Returns the first line whose hash does not follow from its content and the previous line, or undefined if the trail is
 * intact. Checks the whole trail, or the lines after `from`.
 */
export async function findBrokenAuditLine(
  database: Queryable,
  from?: { readonly id: number; readonly hash: Buffer },
): Promise<number | undefined> {
  let previous: Buffer = from?.hash ?? INITIAL_HASH;
  let after = from?.id ?? 0;
  for (;;) {
    const lines = await database.many<StoredLine>(sql`
      select id, at, who, approved_by, why, action, subject, before, after,
        previous_hash, hash
      from audit_trail where id > ${after} order by id limit 1000`);
    for (const line of lines) {
      if (!line.previousHash.equals(previous) || !line.hash.equals(computeChainedHash(previous, line.at, line)))
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

function computeChainedHash(previous: Buffer, at: Date, entry: AuditEntry): Buffer {
  const fields = [entry.who, entry.approvedBy, entry.why, entry.action, entry.subject, entry.before, entry.after];
  return createHash('sha256')
    .update(previous)
    .update(JSON.stringify([at.toISOString(), ...fields.map(sortKeys)]))
    .digest();
}

/** Sorts object keys, since PostgreSQL stores them in its own order. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== 'object') return value ?? null;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
}
