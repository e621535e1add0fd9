import { readRows } from '../configuration/configurationStore.ts';
import { readConfiguration } from '../configuration/kinds.ts';
import { settingsOf } from '../configuration/settings.ts';
import { accounts } from '../ledger/account.ts';
import { exactUnits } from '../ledger/exactUnits.ts';
import { trialBalance } from '../ledger/trialBalanceStore.ts';
import type { Database } from '../platform/database/database.ts';
import type { Catalog } from '../purchase/catalog/catalog.ts';
import { describeAsset } from '../reconciliation/describeAsset.ts';
import { askForRun, isRunFinished } from '../reconciliation/runStore.ts';
import { askClerk } from './asking.ts';
import { booksReport } from './booksReport.ts';
import { signedOf } from './clerk/differenceRules.ts';
import type { Command } from './command.ts';
import { CommandError } from './commandError.ts';
import { differenceCommands, openDifference } from './differenceCommands.ts';
import { printTable, type TableRow } from './printTable.ts';

const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 200;
const DAY_MS = 24 * 60 * 60_000;

/** What an operator asks of the books. */
export const booksCommands: Readonly<
  Record<'reconcile' | 'accept-difference' | 'trial-balance' | keyof typeof differenceCommands, Command>
> = {
  reconcile: {
    usage: 'reconcile [--asset CODE]',
    about: 'compares the ledger with the bank, the venue and the chains now, and says where they do not agree',
    async run({ database, who, options }) {
      const run = await askForRun(database, who || 'operator');
      const isOver = await waitForRun(database, run);
      const report = await booksReport(database, await catalogOf(database), options['asset']);
      return isOver ? report : `no worker has done it yet; as it stood before:\n\n${report}`;
    },
  },
  'accept-difference': {
    usage: 'accept-difference DIFFERENCE',
    about: 'lets what a difference has stopped go on while it stays the same; books nothing, and takes two people',
    decides: 'asks',
    async run(context, [id = '']) {
      const input = signedOf(await openDifference(context, id));
      return askClerk(context, { action: 'accept-difference', subject: id, input });
    },
  },
  ...differenceCommands,
  'trial-balance': {
    usage: 'trial-balance [--at YYYY-MM-DD]',
    about: 'every account in every asset, now or at the end of a day (UTC)',
    async run({ database, options }) {
      const at = options['at'];
      const before = at === undefined ? new Date((await database.now()).getTime() + 1) : endOf(at);
      return printTrialBalance(await trialBalance(database, before), await catalogOf(database));
    },
  },
};

async function waitForRun(database: Database, run: number): Promise<boolean> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
    if (await isRunFinished(database, run)) return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return false;
}

async function catalogOf(database: Database): Promise<Catalog> {
  return settingsOf(readConfiguration(await readRows(database))).catalog;
}

/** Throws {@link CommandError} for what is no day. */
function endOf(day: string): Date {
  const start = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : undefined;
  if (!start || Number.isNaN(start.getTime()) || !start.toISOString().startsWith(day))
    throw new CommandError(`${day} is not a day: YYYY-MM-DD`);
  return new Date(start.getTime() + DAY_MS);
}

/** Accounts in the order of their chart, asset by asset, each asset with its sum. Throws when one does not sum to zero. */
export function printTrialBalance(
  lines: Awaited<ReturnType<typeof trialBalance>>,
  catalog: Pick<Catalog, 'cryptos'>,
): string {
  const rows = [...Map.groupBy(lines, ({ asset }) => asset)].flatMap(([asset, ofAsset]): TableRow[] => {
    const { code, decimals } = describeAsset(catalog, asset);
    const say = (units: bigint) => exactUnits(units, asset, decimals);
    const row = (account: string, { debit, credit, balance }: Record<'debit' | 'credit' | 'balance', bigint>) => ({
      asset: code,
      account,
      debit: say(debit),
      credit: say(credit),
      balance: say(balance),
    });
    const sumOf = (side: 'debit' | 'credit' | 'balance') => ofAsset.reduce((sum, line) => sum + line[side], 0n);
    const sums = { debit: sumOf('debit'), credit: sumOf('credit'), balance: sumOf('balance') };
    if (sums.balance !== 0n) throw new Error(`the ledger does not sum to zero in ${asset}: ${sums.balance}`);
    const ordered = ofAsset.toSorted((a, b) => accounts.indexOf(a.account) - accounts.indexOf(b.account));
    return [...ordered.map((line) => row(line.account, line)), row('sum', sums)];
  });
  return printTable(rows);
}
