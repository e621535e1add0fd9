import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { describeAsset } from '../../reconciliation/describeAsset.ts';
import { exactSum } from '../../reconciliation/exactText.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import { resultWithin } from '../figures/result.ts';
import { dayOf } from './period.ts';
import { postingsBehind } from './reportFiguresStore.ts';

const PAGE = 50;

/** What the ledger says was earned and spent, asset by asset. No price is in it: nothing is turned into another asset. */
export async function readMargin(
  { database, settings }: ConsoleContext,
  input: ConsoleCallInput<'reportMargin'>,
): Promise<ConsoleCallData<'reportMargin'>> {
  const byAsset = Map.groupBy(await resultWithin(database, dayOf(input)), ({ asset }) => asset);
  const { catalog } = settings();
  return {
    assets: [...byAsset].map(([asset, lines]) => {
      const say = (units: bigint) => exactSum(catalog, asset, units);
      return {
        asset,
        unit: describeAsset(catalog, asset).code,
        steps: lines.map(({ account, kind, units, postings }) => ({ account, kind, units: say(units), postings })),
        left: say(lines.reduce((sum, { units }) => sum + units, 0n)),
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
