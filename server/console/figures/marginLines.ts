import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { type Account, accounts } from '../../ledger/account.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { findAccountsByPrefix, queryFigures, sumPostings, type TimeRange } from '../../reporting/reportFigureStore.ts';

/** Kind of a margin line: `fee`, `spread`, `cost`, or `other` (gains and losses of currency exchange). */
type ResultKind = ConsoleCallData<'reportMargin'>['assets'][number]['steps'][number]['kind'];

/** The sum of one account in one asset, in the ledger's scale: positive is income, negative is a cost. */
export type MarginLine = {
  readonly account: Account;
  readonly kind: ResultKind;
  readonly asset: string;
  readonly units: bigint;
  readonly postings: number;
};

const KINDS: ReadonlyMap<Account, ResultKind> = new Map<Account, ResultKind>([
  ...findAccountsByPrefix('income:').map((account) => [account, 'fee'] as const),
  ['trading', 'spread'],
  ...findAccountsByPrefix('expense:').map((account) => [account, 'cost'] as const),
  ['fx', 'other'],
]);

/** The accounts whose sum is the net margin, fees first. */
export const marginAccounts: readonly Account[] = [...KINDS.keys()];

/**
 * Returns income and costs within a range of days, by account in the order of {@link marginAccounts}, before conversion
 * to euros.
 */
export async function readMarginLines(database: Queryable, days: TimeRange): Promise<readonly MarginLine[]> {
  const figures = await queryFigures(database, sumPostings(marginAccounts, -1), days);
  return figures
    .flatMap(({ item, count, asset, units }) => {
      const account = accounts.find((known) => known === item);
      const kind = account && KINDS.get(account);
      if (!kind || asset === null || units === null || units === 0n) return [];
      return [{ account, kind, asset, units, postings: count ?? 0 }];
    })
    .toSorted((one, other) => marginAccounts.indexOf(one.account) - marginAccounts.indexOf(other.account));
}
