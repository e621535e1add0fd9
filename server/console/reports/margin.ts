import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { readPriceBook } from '../../purchase/quote/priceBookStore.ts';
import { describeAsset } from '../../reconciliation/describeAsset.ts';
import { describeLedgerAmount } from '../../reconciliation/formatUnits.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import { sumInEuro } from '../figures/euroValue.ts';
import { readMarginLines } from '../figures/marginLines.ts';
import { presentEuroSum } from '../figures/presentEuroSum.ts';
import { parsePeriod } from './parsePeriod.ts';
import { listPostingsBackwards } from './reportFiguresStore.ts';

const PAGE_SIZE = 50;

/** Returns income and costs from the ledger: by asset as booked, and in total in euros at current prices. */
export async function readMargin(
  { database, settings }: ConsoleContext,
  input: ConsoleCallInput<'reportMargin'>,
): Promise<ConsoleCallData<'reportMargin'>> {
  const { catalog } = settings();
  const [lines, prices] = await Promise.all([readMarginLines(database, parsePeriod(input)), readPriceBook(database)]);
  const byAsset = Map.groupBy(lines, ({ asset }) => asset);
  return {
    // The age of prices is measured by the machine's clock.
    total: presentEuroSum(catalog, sumInEuro({ catalog, prices, machineNow: new Date() }, lines)),
    assets: [...byAsset].map(([asset, ofAsset]) => {
      const format = (units: bigint) => describeLedgerAmount(catalog, asset, units);
      return {
        asset,
        unit: describeAsset(catalog, asset).name,
        steps: ofAsset.map(({ account, kind, units, postings }) => ({ account, kind, units: format(units), postings })),
        left: format(ofAsset.reduce((sum, { units }) => sum + units, 0n)),
      };
    }),
  };
}

/** Returns a page of an account's postings, newest first, with the same sign as in the margin report. */
export async function readPostings(
  { database, settings }: ConsoleContext,
  { account, asset, cursor, ...input }: ConsoleCallInput<'reportPostings'>,
): Promise<ConsoleCallData<'reportPostings'>> {
  const { catalog } = settings();
  const query = { account, asset, before: cursor, most: PAGE_SIZE + 1 };
  const lines = await listPostingsBackwards(database, parsePeriod(input), query);
  const page = lines.slice(0, PAGE_SIZE);
  return {
    list: page.map(({ id, at, entry, orderNo, units }) => ({
      id,
      at: at.toISOString(),
      entry,
      orderNo,
      amount: describeLedgerAmount(catalog, asset, -units),
    })),
    cursor: lines.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null,
  };
}
