import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { type Account, accounts } from '../../ledger/account.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { accountsOf, askFigures, type Day, posted } from '../../reporting/dayFigureStore.ts';

/** Of what an account's postings are: what a purchase earns, what it costs, and what is neither. */
type ResultKind = ConsoleCallData<'reportMargin'>['assets'][number]['steps'][number]['kind'];

/** What one account took up in an asset, in the ledger's digits: what is ours above zero, a cost below. */
export type ResultLine = {
  readonly account: Account;
  readonly kind: ResultKind;
  readonly asset: string;
  readonly units: bigint;
  readonly postings: number;
};

const KINDS: ReadonlyMap<Account, ResultKind> = new Map<Account, ResultKind>([
  ...accountsOf('income:').map((account) => [account, 'fee'] as const),
  ['trading', 'spread'],
  ...accountsOf('expense:').map((account) => [account, 'cost'] as const),
  ['fx', 'other'],
]);

/** The accounts whose sum is what is left after all costs, fees first. */
export const resultAccounts: readonly Account[] = [...KINDS.keys()];

/** What was earned and spent within days by the ledger, in the order of {@link resultAccounts}, before anything is priced. */
export async function resultWithin(database: Queryable, days: Day): Promise<readonly ResultLine[]> {
  const figures = await askFigures(database, posted(resultAccounts, -1), days);
  return figures
    .flatMap(({ item, count, asset, units }) => {
      const account = accounts.find((known) => known === item);
      const kind = account && KINDS.get(account);
      if (!kind || asset === null || units === null || units === 0n) return [];
      return [{ account, kind, asset, units, postings: count ?? 0 }];
    })
    .toSorted((one, other) => resultAccounts.indexOf(one.account) - resultAccounts.indexOf(other.account));
}
