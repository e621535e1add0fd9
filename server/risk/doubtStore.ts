import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import type { EditionDoubt } from './editionDoubt.ts';

export type StoredDoubt = EditionDoubt & {
  readonly hash: string;
  readonly doubtedAt: Date;
  readonly acceptedBy: string | null;
};

/** Returns the doubt about an edition of a source; there is at most one. */
export async function findDoubt(database: Queryable, source: string): Promise<StoredDoubt | undefined> {
  return database.maybeOne<StoredDoubt>(sql`
    select hash, reason, facts, doubted_at, accepted_by
    from rejected_sanctions_lists where source = ${source}`);
}

/** Inserts a doubt about an edition, unless the source already has one. */
export async function insertDoubt(
  database: Queryable,
  source: string,
  hash: string,
  doubt: EditionDoubt,
): Promise<void> {
  await database.run(sql`
    insert into rejected_sanctions_lists (source, hash, reason, facts, doubted_at)
    values (${source}, ${hash}, ${doubt.reason}, ${JSON.stringify(doubt.facts)}, slipway_now())
    on conflict (source) do nothing`);
}

export async function deleteDoubt(database: Queryable, source: string): Promise<void> {
  await database.run(sql`delete from rejected_sanctions_lists where source = ${source}`);
}

/** Accepts the doubted edition. Returns false if that edition is not, or no longer, the doubted one, or is already accepted. */
export async function acceptDoubt(
  transaction: Transaction,
  source: string,
  hash: string,
  who: string,
): Promise<boolean> {
  const accepted = await transaction.run(sql`
    update rejected_sanctions_lists set accepted_by = ${who}
    where source = ${source} and hash = ${hash} and accepted_by is null`);
  return accepted > 0;
}
