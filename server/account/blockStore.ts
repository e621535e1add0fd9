import { createHmac } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import type { Keys, PurposeKeys } from '../platform/secrets.ts';
import { mailboxOf } from './person.ts';

export type AccountMarkKeys = Pick<Keys, 'accountMark'>;

/** What an account is known by when it is made again, newest key first: a hash of its mailbox and its partner. */
export function accountMarks(
  keys: PurposeKeys,
  { email, partnerId }: { readonly email: string; readonly partnerId: string },
): readonly [Buffer, ...Buffer[]] {
  const marked = (key: Uint8Array) =>
    createHmac('sha256', key)
      .update(JSON.stringify([partnerId, mailboxOf(email)]))
      .digest();
  const [newest, ...former] = keys;
  return [marked(newest), ...former.map(marked)];
}

/** Until the transaction ends nobody else makes an account of this address, or blocks one. */
export async function lockMark(transaction: Transaction, mark: Buffer): Promise<void> {
  await transaction.run(
    sql`select pg_advisory_xact_lock(hashtextextended('account mark ' || ${mark.toString('hex')}, 0))`,
  );
}

/** Whether an account may neither order nor pay. What orders it has made goes on by the order machine alone. */
export async function isBlocked(database: Queryable, buyerId: string): Promise<boolean> {
  return (await database.maybeOne(sql`select 1 from buyer_blocks where buyer_id = ${buyerId}`)) !== undefined;
}

/** False where it is blocked already. */
export async function insertBlock(
  transaction: Transaction,
  block: { readonly requestId: number; readonly buyerId: string; readonly accountMark: Buffer },
): Promise<boolean> {
  const made = await transaction.run(sql`
    insert into buyer_blocks (request_id, buyer_id, account_mark, blocked_at)
    values (${block.requestId}, ${block.buyerId}, ${block.accountMark}, slipway_now()) on conflict do nothing`);
  return made > 0;
}

/** A block follows its address from an account that is closed or gone to the one that bears it at present. */
export async function carryBlockOver(
  transaction: Transaction,
  buyerId: string,
  marks: readonly [Buffer, ...Buffer[]],
): Promise<void> {
  await transaction.run(sql`select carry_block(${buyerId}, ${[...marks]}::bytea[])`);
}

export async function deleteBlock(transaction: Transaction, buyerId: string): Promise<void> {
  await transaction.run(sql`delete from buyer_blocks where buyer_id = ${buyerId}`);
}

/** The account that a request has blocked; undefined where it has not, or where it was lifted. */
export async function buyerBlockedBy(database: Queryable, requestId: number): Promise<string | undefined> {
  const found = await database.maybeOne<{ id: string | null }>(
    sql`select buyer_id as id from buyer_blocks where request_id = ${requestId}`,
  );
  return found?.id ?? undefined;
}

/** After a change of SLIPWAY_SECRET: accounts that there are are marked by the newest key. */
export async function renewMarks(transaction: Transaction, keys: PurposeKeys): Promise<void> {
  const blocked = await transaction.many<{ id: string; email: string; partnerId: string; accountMark: Buffer }>(sql`
    select b.id, b.email, b.partner_id as "partnerId", k.account_mark as "accountMark"
    from buyer_blocks k join buyers b on b.id = k.buyer_id for update of k`);
  for (const { id, accountMark, ...account } of blocked) {
    const [newest] = accountMarks(keys, account);
    if (!newest.equals(accountMark))
      await transaction.run(sql`update buyer_blocks set account_mark = ${newest} where buyer_id = ${id}`);
  }
}
