import type { Command } from '../../action/command.ts';
import { CommandError } from '../../action/commandError.ts';
import { EVERYONE } from '../../action/roles.ts';
import { readSettings } from '../../configuration/readSettings.ts';
import { accounts } from '../../ledger/account.ts';
import { formatExactUnits } from '../../ledger/formatExactUnits.ts';
import { computeTrialBalance } from '../../ledger/trialBalanceStore.ts';
import type { Database } from '../../platform/database/database.ts';
import { formatTable, type TableRow } from '../../platform/text/formatTable.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { describeAsset } from '../../reconciliation/describeAsset.ts';
import { isRunFinished, requestRun } from '../../reconciliation/reconciliationRunStore.ts';
import { formatBooksReport } from './formatBooksReport.ts';

const RUN_TIMEOUT_MS = 60_000;
const POLL_MS = 200;
const DAY_MS = 24 * 60 * 60_000;

/** The commands about the ledger. */
export const booksCommands = {
  reconcile: {
    usage: 'reconcile [--asset CODE]',
    about: 'compares the ledger with every external account now, and lists the differences',
    roles: EVERYONE,
    async run({ database, who, options }) {
      const run = await requestRun(database, who || 'operator');
      const isOver = await waitForRun(database, run);
      const { catalog } = await readSettings(database);
      const report = await formatBooksReport(database, catalog, options['asset']);
      return isOver ? report : `no worker has compared yet; the previous result:\n\n${report}`;
    },
  },
  'trial-balance': {
    usage: 'trial-balance [--at YYYY-MM-DD]',
    about: 'lists every account in every asset, now or at the end of a day (UTC)',
    roles: EVERYONE,
    async run({ database, options }) {
      const at = options['at'];
      const before = at === undefined ? new Date((await database.now()).getTime() + 1) : parseDayEnd(at);
      const { catalog } = await readSettings(database);
      return formatTrialBalance(await computeTrialBalance(database, before), catalog);
    },
  },
} satisfies Readonly<Record<string, Command>>;

/** Returns true once a worker has finished the run, or false after a minute. */
async function waitForRun(database: Database, run: number): Promise<boolean> {
  for (const end = Date.now() + RUN_TIMEOUT_MS; Date.now() < end; ) {
    if (await isRunFinished(database, run)) return true;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return false;
}

/** Returns the end of the day. Throws {@link CommandError} for an invalid day. */
function parseDayEnd(day: string): Date {
  const start = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : undefined;
  if (!start || Number.isNaN(start.getTime()) || !start.toISOString().startsWith(day))
    throw new CommandError(`${day} is not a day: YYYY-MM-DD`);
  return new Date(start.getTime() + DAY_MS);
}

/** Formats accounts in the order of the chart of accounts, with a sum per asset. Throws if a sum is not zero. */
export function formatTrialBalance(
  lines: Awaited<ReturnType<typeof computeTrialBalance>>,
  catalog: Pick<Catalog, 'cryptos'>,
): string {
  const rows = [...Map.groupBy(lines, ({ asset }) => asset)].flatMap(([asset, assetLines]): TableRow[] => {
    const { code, decimals } = describeAsset(catalog, asset);
    const format = (units: bigint) => formatExactUnits(units, asset, decimals);
    const buildRow = (account: string, { debit, credit, balance }: Record<'debit' | 'credit' | 'balance', bigint>) => ({
      asset: code,
      account,
      debit: format(debit),
      credit: format(credit),
      balance: format(balance),
    });
    const sumSide = (side: 'debit' | 'credit' | 'balance') => assetLines.reduce((sum, line) => sum + line[side], 0n);
    const sums = { debit: sumSide('debit'), credit: sumSide('credit'), balance: sumSide('balance') };
    if (sums.balance !== 0n) throw new Error(`the ledger does not sum to zero in ${asset}: ${sums.balance}`);
    const ordered = assetLines.toSorted((a, b) => accounts.indexOf(a.account) - accounts.indexOf(b.account));
    return [...ordered.map((line) => buildRow(line.account, line)), buildRow('sum', sums)];
  });
  return formatTable(rows);
}
