import type { Queryable } from '../platform/database/database.ts';
import type { Catalog } from '../purchase/catalog/catalog.ts';
import { describeAsset } from '../reconciliation/describeAsset.ts';
import { exactText, minorText } from '../reconciliation/exactText.ts';
import type { TableRow } from './printTable.ts';
import { ledgerLines, type OrderLine, type Period, taxLines, tradeLines, travelRule } from './reportStore.ts';

type Cryptos = Pick<Catalog, 'cryptos'>;
type ReadTable = (database: Queryable, catalog: Cryptos, period: Period) => Promise<TableRow[]>;

/** The tables that the command line and the console export. Amounts are exact decimals, beside the code of their currency. */
export const exportTables = {
  'travel-rule': async (database, _catalog, period) =>
    (await travelRule(database, period)).map(({ units, decimals, asset, network, ...line }) => {
      const { euro_worth: euroWorth, transaction_id: transactionId, ...persons } = line;
      const amount = minorText(units, decimals);
      return { ...persons, amount, asset, network, euro_worth: euroWorth, transaction_id: transactionId };
    }),

  ledger: async (database, catalog, period) =>
    (await ledgerLines(database, period)).map(({ asset, units, ...line }) => ({
      ...line,
      debit: units > 0n ? exactText(catalog, asset, units) : '',
      credit: units < 0n ? exactText(catalog, asset, -units) : '',
      currency: describeAsset(catalog, asset).code,
      asset,
    })),

  trades: async (database, _catalog, period) =>
    (await tradeLines(database, period)).map(
      ({ order, delivered_at, country, method, provider, currency, crypto, network, ...line }) => {
        const { pay_decimals: payDecimals, price, reference_price, partner } = line;
        return {
          order,
          delivered_at,
          country,
          method,
          provider,
          paid: minorText(line.pay_units, payDecimals),
          processing_fee: minorText(line.processing_fee_units, payDecimals),
          network_fee: minorText(line.network_fee_units, payDecimals),
          currency,
          delivered: minorText(line.receive_units, line.receive_decimals),
          crypto,
          network,
          price,
          reference_price,
          partner,
        };
      },
    ),

  tax: async (database, catalog, period) =>
    (await taxLines(database, period)).map(({ asset, units, ...line }) => ({
      ...line,
      amount: exactText(catalog, asset, units),
      currency: describeAsset(catalog, asset).code,
      asset,
    })),
} as const satisfies Record<string, ReadTable>;

export type ExportName = keyof typeof exportTables;

export function isExportName(name: string): name is ExportName {
  return Object.hasOwn(exportTables, name);
}

/** An order of a list with what it pays as a decimal. */
export function orderRow({ pay_units: units, pay_decimals: decimals, currency, ...line }: OrderLine): TableRow {
  const { crypto, method, country, buyer, created, ...state } = line;
  return { ...state, pays: minorText(units, decimals), currency, crypto, method, country, buyer, created };
}
