import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { type Account, accounts } from '../../ledger/account.ts';
import { describeAsset } from '../../reconciliation/describeAsset.ts';
import { askFigures, type Day, type Figure, posted } from '../../reporting/dayFigureStore.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import { dayOf } from './period.ts';
import { postingsBehind } from './reportFiguresStore.ts';
import { sayLedgerUnits } from './sayAmount.ts';

type Margin = ConsoleCallData<'reportMargin'>['assets'][number];
type Kind = Margin['steps'][number]['kind'];

const PAGE = 50;

/** The steps in their order: what a purchase earns, what it costs, and what is neither. */
const STEPS: readonly { readonly accounts: string; readonly kind: Kind }[] = [
  { accounts: 'income:%', kind: 'fee' },
  { accounts: 'trading', kind: 'spread' },
  { accounts: 'expense:%', kind: 'cost' },
  { accounts: 'fx', kind: 'other' },
];

/** What the ledger says was earned and spent, asset by asset. No price is in it: nothing is turned into another asset. */
export async function readMargin(
  context: ConsoleContext,
  input: ConsoleCallInput<'reportMargin'>,
): Promise<ConsoleCallData<'reportMargin'>> {
  const day = dayOf(input);
  const steps = await Promise.all(
    STEPS.map(async ({ accounts: which, kind }) =>
      (await readPosted(context, which, day)).map((figure) => ({ ...figure, kind })),
    ),
  );
  const byAsset = Map.groupBy(
    steps.flat().filter(({ units }) => units !== 0n),
    ({ asset }) => asset,
  );
  const { catalog } = context.settings();
  return {
    assets: [...byAsset].map(([asset, figures]) => {
      const say = (units: bigint) => sayLedgerUnits(catalog, asset, units);
      return {
        asset,
        unit: describeAsset(catalog, asset).code,
        steps: figures.map(({ item, kind, count, units }) => ({
          account: item,
          kind,
          units: say(units),
          postings: count,
        })),
        left: say(figures.reduce((sum, { units }) => sum + units, 0n)),
      };
    }),
  };
}

type Posted = { readonly item: string; readonly count: number; readonly asset: string; readonly units: bigint };

/** In the order of the chart of accounts. Income and results grow with credit; a cost takes away. */
async function readPosted({ database }: ConsoleContext, which: string, day: Day): Promise<Posted[]> {
  const figures = await askFigures(database, posted(which, -1), day);
  const placeOf = ({ item }: Figure) => accounts.indexOf(item as Account);
  return figures
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .flatMap(({ item, count, asset, units }: Figure) =>
      asset === null || units === null ? [] : [{ item, count: count ?? 0, asset, units }],
    );
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
      amount: sayLedgerUnits(catalog, asset, -units),
    })),
    cursor: lines.length > PAGE ? (page.at(-1)?.id ?? null) : null,
  };
}
