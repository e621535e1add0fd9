import { createHmac } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import type { Keys, PurposeKeys } from '../platform/secrets.ts';
import { normalizeMailbox } from './personMarks.ts';

export type AccountMarkKeys = Pick<Keys, 'accountMark'>;

/**
 * Returns a hash of mailbox and partner for each key, the newest key's first. By these hashes, a new account of a blocked
 * mailbox is recognized.
 */
export function computeAccountMarks(
  keys: PurposeKeys,
  { email, partnerId }: { readonly email: string; readonly partnerId: string },
): readonly [Buffer, ...Buffer[]] {
  const computeMark = (key: Uint8Array) =>
    createHmac('sha256', key)
      .update(JSON.stringify([partnerId, normalizeMailbox(email)]))
      .digest();
  const [newest, ...former] = keys;
  return [computeMark(newest), ...former.map(computeMark)];
}

/** Locks the mark until the transaction ends, so that no account of this address is created or blocked concurrently. */
export async function lockMark(transaction: Transaction, mark: Buffer): Promise<void> {
  await transaction.run(
    sql`select pg_advisory_xact_lock(hashtextextended('account mark ' || ${mark.toString('hex')}, 0))`,
  );
}

/** Returns whether an account may neither order nor pay. Its existing orders continue. */
export async function isBlocked(database: Queryable, buyerId: string): Promise<boolean> {
  return (await database.maybeOne(sql`select 1 from buyer_blocks where buyer_id = ${buyerId}`)) !== undefined;
}

/** Blocks an account. Returns false if it is already blocked. */
export async function insertBlock(
  transaction: Transaction,
  block: { readonly requestId: number; readonly buyerId: string; readonly accountMark: Buffer },
): Promise<boolean> {
  const inserted = await transaction.run(sql`
    insert into buyer_blocks (request_id, buyer_id, account_mark, blocked_at)
    values (${block.requestId}, ${block.buyerId}, ${block.accountMark}, slipway_now()) on conflict do nothing`);
  return inserted > 0;
}

/** Moves a block from a closed or erased account to the one that has its address now. */
export async function transferBlock(
  transaction: Transaction,
  buyerId: string,
  marks: readonly [Buffer, ...Buffer[]],
): Promise<void> {
  await transaction.run(sql`select carry_block(${buyerId}, ${[...marks]}::bytea[])`);
}

export async function deleteBlock(transaction: Transaction, buyerId: string): Promise<void> {
  await transaction.run(sql`delete from buyer_blocks where buyer_id = ${buyerId}`);
}

/** Returns the account that a request has blocked; undefined if it has not, the block was lifted, or the account erased. */
export async function findBlockedBuyer(database: Queryable, requestId: number): Promise<string | undefined> {
  const found = await database.maybeOne<{ id: string | null }>(
    sql`select buyer_id as id from buyer_blocks where request_id = ${requestId}`,
  );
  return found?.id ?? undefined;
}

/** Replaces the marks of blocked accounts, unless erased, by those of the newest key after a change of SLIPWAY_SECRET. */
export async function rehashAccountMarks(transaction: Transaction, keys: PurposeKeys): Promise<void> {
  const blocked = await transaction.many<{ id: string; email: string; partnerId: string; accountMark: Buffer }>(sql`
    select b.id, b.email, b.partner_id, k.account_mark
    from buyer_blocks k join buyers b on b.id = k.buyer_id for update of k`);
  for (const { id, accountMark, ...account } of blocked) {
    const [newest] = computeAccountMarks(keys, account);
    if (!newest.equals(accountMark))
      await transaction.run(sql`update buyer_blocks set account_mark = ${newest} where buyer_id = ${id}`);
  }
}
