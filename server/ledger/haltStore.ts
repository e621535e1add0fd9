import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';

/** The scope of a halt: payouts of an asset, or files of refunds in a currency. */
export type HaltScope = `payout:${string}` | `refund_file:${string}`;

export function buildPayoutHaltScope(assetId: string): HaltScope {
  return `payout:${assetId}`;
}

export function buildRefundFileHaltScope(currency: string): HaltScope {
  return `refund_file:${currency}`;
}

/** Returns true if the scope is halted. Before money leaves, call it in the transaction that sends the money. */
export async function isHalted(database: Queryable, scope: HaltScope): Promise<boolean> {
  const { halted } = await database.one<{ halted: boolean }>(
    sql`select exists (select 1 from halts where scope = ${scope}) as halted`,
  );
  return halted;
}

/** Sets the scopes that a reason halts, and lifts its other halts. */
export async function setHalts(transaction: Transaction, reason: string, scopes: readonly HaltScope[]): Promise<void> {
  await transaction.run(sql`delete from halts where reason = ${reason} and scope <> all(${[...scopes]}::text[])`);
  await transaction.run(sql`
    insert into halts (scope, reason, since)
    select scope, ${reason}, slipway_now() from unnest(${[...scopes]}::text[]) as scope
    on conflict (scope, reason) do nothing`);
}

export type Halt = { readonly scope: HaltScope; readonly reason: string; readonly since: Date };

export async function listHalts(database: Queryable): Promise<Halt[]> {
  return database.many<Halt>(sql`select scope, reason, since from halts order by since, scope`);
}
