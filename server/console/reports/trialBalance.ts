import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { accounts } from '../../ledger/account.ts';
import { type AccountBalance, readBalancesBefore } from '../../ledger/trialBalanceStore.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { describeAsset } from '../../reconciliation/describeAsset.ts';
import { formatLedgerUnits } from '../../reconciliation/formatUnits.ts';
import type { ConsoleContext } from '../consoleContext.ts';

const DAY_MS = 86_400_000;

export async function readTrialBalance(
  { database, settings }: ConsoleContext,
  { day }: ConsoleCallInput<'reportTrialBalance'>,
): Promise<ConsoleCallData<'reportTrialBalance'>> {
  const end = new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS);
  return composeTrialBalance(await readBalancesBefore(database, end), settings().catalog);
}

/**
 * Returns the trial balance, accounts in the order of the chart of accounts. Throws if an asset does not sum to zero.
 * Pure.
 */
export function composeTrialBalance(
  lines: readonly AccountBalance[],
  catalog: Catalog,
): ConsoleCallData<'reportTrialBalance'> {
  const byAsset = [...Map.groupBy(lines, ({ asset }) => asset)];
  const assets = byAsset.map(([asset, ofAsset]) => {
    const format = (units: bigint) => formatLedgerUnits(catalog, asset, units);
    const sumBalances = (sign: bigint) => ofAsset.reduce((sum, { balance }) => sum + positive(sign * balance), 0n);
    const [debit, credit] = [sumBalances(1n), sumBalances(-1n)];
    if (debit !== credit) throw new Error(`the ledger does not sum to zero in ${asset}: ${debit - credit}`);
    const ordered = ofAsset.toSorted((one, other) => accounts.indexOf(one.account) - accounts.indexOf(other.account));
    return {
      unit: describeAsset(catalog, asset).name,
      accounts: ordered.map(({ account, balance }) => ({
        account,
        debit: balance > 0n ? format(balance) : null,
        credit: balance < 0n ? format(-balance) : null,
      })),
      debit: format(debit),
      credit: format(credit),
    };
  });
  return { assets: assets.toSorted((one, other) => (one.unit < other.unit ? -1 : 1)) };
}

function positive(units: bigint): bigint {
  return units > 0n ? units : 0n;
}
