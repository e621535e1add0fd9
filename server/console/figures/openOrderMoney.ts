import { powerOfTen } from '@slipway/money/decimal.ts';
import { readLedgerBalances } from '../../ledger/ledgerStore.ts';
import { LEDGER_FIAT_SCALE } from '../../ledger/posting.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { FIAT_PREFIX } from '../../reconciliation/fiat.ts';
import { type EuroSum, type Holding, type Pricing, sumInEuro } from './euroValue.ts';
import { type MoneyStage, type MoneyStageRow, readOpenOrderMoney } from './openOrderMoneyStore.ts';

/** The stages, in the order in which money passes through them. */
export const moneyStages: readonly MoneyStage[] = ['held', 'paid', 'converted', 'delivering', 'on_hold', 'returning'];

export type MoneyStageTotals = Pick<MoneyStageRow, 'stage' | 'orders' | 'halted' | 'withoutAccount'> & {
  readonly worth: EuroSum;
  readonly oldest: Date | null;
};

export type OpenOrderMoney = {
  readonly stages: readonly MoneyStageTotals[];
  readonly orders: number;
  readonly worth: EuroSum;
  /** Liabilities to buyers in the ledger beyond these orders, by currency. Not empty means an error. */
  readonly unplaced: readonly Holding[];
};

/**
 * Returns buyers' money that is neither refunded nor delivered yet, and the ledger's liabilities to buyers beyond it.
 */
export async function computeOpenOrderMoney(database: Queryable, pricing: Pricing): Promise<OpenOrderMoney> {
  const rows = await readOpenOrderMoney(database);
  const figures = moneyStages.map((stage) => computeStageTotals(stage, rows, pricing));
  return {
    stages: figures,
    orders: figures.reduce((sum, { orders }) => sum + orders, 0),
    worth: sumInEuro(pricing, rows.flatMap(listHoldings)),
    unplaced: findUnassignedLiabilities(await readBuyerLiabilities(database), rows),
  };
}

function computeStageTotals(stage: MoneyStage, all: readonly MoneyStageRow[], pricing: Pricing): MoneyStageTotals {
  const rows = all.filter((row) => row.stage === stage);
  const count = (field: 'orders' | 'halted' | 'withoutAccount') => rows.reduce((sum, row) => sum + row[field], 0);
  return {
    stage,
    orders: count('orders'),
    halted: count('halted'),
    withoutAccount: count('withoutAccount'),
    worth: sumInEuro(pricing, rows.flatMap(listHoldings)),
    oldest: rows.map(({ oldest }) => oldest).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null,
  };
}

function listHoldings({ currency, owed, held, decimals }: MoneyStageRow): readonly Holding[] {
  const asset = FIAT_PREFIX + currency;
  return [
    { asset, units: owed },
    { asset, units: held * powerOfTen(LEDGER_FIAT_SCALE - decimals) },
  ];
}

/** Returns the liabilities to buyers, by asset. */
async function readBuyerLiabilities(database: Queryable): Promise<ReadonlyMap<string, bigint>> {
  const owed = new Map<string, bigint>();
  for (const { account, asset, units } of await readLedgerBalances(database))
    if (account === 'liability:buyer' || account === 'liability:refund')
      owed.set(asset, (owed.get(asset) ?? 0n) - units);
  return owed;
}

function findUnassignedLiabilities(
  owed: ReadonlyMap<string, bigint>,
  rows: readonly MoneyStageRow[],
): readonly Holding[] {
  const left = new Map(owed);
  for (const { currency, owed: placed } of rows)
    left.set(FIAT_PREFIX + currency, (left.get(FIAT_PREFIX + currency) ?? 0n) - placed);
  return [...left].filter(([, units]) => units !== 0n).map(([asset, units]) => ({ asset, units }));
}
