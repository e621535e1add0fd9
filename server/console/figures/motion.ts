import { powerOfTen } from '@slipway/money/decimal.ts';
import { balances } from '../../ledger/ledgerStore.ts';
import { LEDGER_FIAT_SCALE } from '../../ledger/posting.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { FIAT } from '../../reconciliation/fiat.ts';
import { type EuroSum, type Holding, type Pricing, sumInEuro } from './euroWorth.ts';
import { moneyInMotion, type Stage, type StageRow } from './motionStore.ts';

/** In the order in which money passes them. */
export const stages: readonly Stage[] = ['held', 'paid', 'converted', 'delivering', 'on_hold', 'returning'];

export type StageFigure = Pick<StageRow, 'stage' | 'orders' | 'halted' | 'withoutAccount'> & {
  readonly worth: EuroSum;
  readonly oldest: Date | null;
};

export type Motion = {
  readonly stages: readonly StageFigure[];
  readonly orders: number;
  readonly worth: EuroSum;
  /** What the ledger owes buyers beside these orders: nothing, unless something is wrong. By currency. */
  readonly unplaced: readonly Holding[];
};

/** Buyers' money that is neither with them nor delivered yet, and whether the ledger owes just that. */
export async function motionFigure(database: Queryable, pricing: Pricing): Promise<Motion> {
  const rows = await moneyInMotion(database);
  const figures = stages.map((stage) => stageFigure(stage, rows, pricing));
  return {
    stages: figures,
    orders: figures.reduce((sum, { orders }) => sum + orders, 0),
    worth: sumInEuro(pricing, rows.flatMap(holdingsOf)),
    unplaced: unplaced(await owedToBuyers(database), rows),
  };
}

function stageFigure(stage: Stage, all: readonly StageRow[], pricing: Pricing): StageFigure {
  const rows = all.filter((row) => row.stage === stage);
  const count = (of: 'orders' | 'halted' | 'withoutAccount') => rows.reduce((sum, row) => sum + row[of], 0);
  return {
    stage,
    orders: count('orders'),
    halted: count('halted'),
    withoutAccount: count('withoutAccount'),
    worth: sumInEuro(pricing, rows.flatMap(holdingsOf)),
    oldest: rows.map(({ oldest }) => oldest).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null,
  };
}

function holdingsOf({ currency, owed, held, decimals }: StageRow): readonly Holding[] {
  const asset = FIAT + currency;
  return [
    { asset, units: owed },
    { asset, units: held * powerOfTen(LEDGER_FIAT_SCALE - decimals) },
  ];
}

/** What is owed in all, by asset. */
async function owedToBuyers(database: Queryable): Promise<ReadonlyMap<string, bigint>> {
  const owed = new Map<string, bigint>();
  for (const { account, asset, units } of await balances(database))
    if (account === 'liability:buyer' || account === 'liability:refund')
      owed.set(asset, (owed.get(asset) ?? 0n) - units);
  return owed;
}

function unplaced(owed: ReadonlyMap<string, bigint>, rows: readonly StageRow[]): readonly Holding[] {
  const left = new Map(owed);
  for (const { currency, owed: placed } of rows) left.set(FIAT + currency, (left.get(FIAT + currency) ?? 0n) - placed);
  return [...left].filter(([, units]) => units !== 0n).map(([asset, units]) => ({ asset, units }));
}
