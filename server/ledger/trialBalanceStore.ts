import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import type { Account } from './account.ts';
import { selectPostingsWithin } from './periodPostingStore.ts';

/** Total debits and credits of an account in an asset up to a time. In the ledger's scale; the balance is debit less credit. */
export type TrialBalanceLine = {
  readonly account: Account;
  readonly asset: string;
  readonly debit: bigint;
  readonly credit: bigint;
  readonly balance: bigint;
};

/** Returns every account in every asset that it ever had, as it was just before a time. */
export async function computeTrialBalance(database: Queryable, before: Date): Promise<TrialBalanceLine[]> {
  return database.many<TrialBalanceLine>(sql`
    select p.account, p.asset, coalesce(sum(p.units) filter (where p.units > 0), 0) as debit,
      coalesce(-sum(p.units) filter (where p.units < 0), 0) as credit, sum(p.units) as balance
    from ledger_postings p join ledger_transactions t on t.id = p.transaction_id
    where t.at < ${before} group by p.account, p.asset order by p.asset, p.account`);
}

export type AccountBalance = Pick<TrialBalanceLine, 'account' | 'asset' | 'balance'>;

/** Returns the balances that were not zero just before a time. Reads stored sums of days instead of every posting. */
export async function readBalancesBefore(database: Queryable, before: Date): Promise<AccountBalance[]> {
  const posted = await selectPostingsWithin(database, { start: new Date(0), end: before });
  return database.many<AccountBalance>(sql`
    select account, asset, sum(units) as balance from ${posted} posted
    group by account, asset having sum(units) <> 0`);
}
