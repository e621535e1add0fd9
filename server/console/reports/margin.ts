import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { readPriceBook } from '../../purchase/quote/priceBookStore.ts';
import { describeAsset } from '../../reconciliation/describeAsset.ts';
import { exactSum } from '../../reconciliation/exactText.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import { sumInEuro } from '../figures/euroWorth.ts';
import { resultWithin } from '../figures/result.ts';
import { shownEuro } from '../figures/shownEuro.ts';
import { dayOf } from './period.ts';
import { postingsBehind } from './reportFiguresStore.ts';

const PAGE = 50;

/** What was earned and spent by the ledger: asset by asset as it was booked, and all of it in euros at the prices of now. */
export async function readMargin(
  { database, settings }: ConsoleContext,
  input: ConsoleCallInput<'reportMargin'>,
): Promise<ConsoleCallData<'reportMargin'>> {
  const { catalog } = settings();
  const [lines, prices] = await Promise.all([resultWithin(database, dayOf(input)), readPriceBook(database)]);
  const byAsset = Map.groupBy(lines, ({ asset }) => asset);
  return {
    // Prices keep the machine's time.
    total: shownEuro(catalog, sumInEuro({ catalog, prices, machineNow: new Date() }, lines)),
    assets: [...byAsset].map(([asset, ofAsset]) => {
      const say = (units: bigint) => exactSum(catalog, asset, units);
      return {
        asset,
        unit: describeAsset(catalog, asset).code,
        steps: ofAsset.map(({ account, kind, units, postings }) => ({ account, kind, units: say(units), postings })),
        left: say(ofAsset.reduce((sum, { units }) => sum + units, 0n)),
      };
    }),
  };
}

/** With the same sign as in the margin. */
export async function readPostings(
  { database, settings }: ConsoleContext,
  { account, asset, cursor, ...input }: ConsoleCallInput<'reportPostings'>,
): Promise<ConsoleCallData<'reportPostings'>> {
  const { catalog } = settings();
  const asked = { account, asset, before: cursor, most: PAGE + 1 };
  const lines = await postingsBehind(database, dayOf(input), asked);
  const page = lines.slice(0, PAGE);
  return {
    list: page.map(({ id, at, entry, orderNo, units }) => ({
      id,
      at: at.toISOString(),
      entry,
      orderNo,
      amount: exactSum(catalog, asset, -units),
    })),
    cursor: lines.length > PAGE ? (page.at(-1)?.id ?? null) : null,
  };
}
