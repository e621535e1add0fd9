import type { Queryable } from '../../platform/database/database.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { describeAsset } from '../../reconciliation/describeAsset.ts';
import { formatLedgerUnits, formatMinorUnits } from '../../reconciliation/formatUnits.ts';
import type { TableRow } from './formatTable.ts';
import { listLedgerLines, listTaxLines, listTradeLines, listTravelRuleLines, type Period } from './reportStore.ts';

type Cryptos = Pick<Catalog, 'cryptos'>;
type ReadTable = (database: Queryable, catalog: Cryptos, period: Period) => Promise<TableRow[]>;

/** The tables that the command line and the console export. Amounts are exact decimals, next to their currency code. */
export const exportTables = {
  'travel-rule': async (database, _catalog, period) =>
    (await listTravelRuleLines(database, period)).map(({ units, decimals, asset, network, ...line }) => {
      const { euro_worth: euroWorth, transaction_id: transactionId, ...persons } = line;
      const amount = formatMinorUnits(units, decimals);
      return { ...persons, amount, asset, network, euro_worth: euroWorth, transaction_id: transactionId };
    }),

  ledger: async (database, catalog, period) =>
    (await listLedgerLines(database, period)).map(({ asset, units, ...line }) => ({
      ...line,
      debit: units > 0n ? formatLedgerUnits(catalog, asset, units) : '',
      credit: units < 0n ? formatLedgerUnits(catalog, asset, -units) : '',
      currency: describeAsset(catalog, asset).code,
      asset,
    })),

  trades: async (database, _catalog, period) =>
    (await listTradeLines(database, period)).map(
      ({ order, delivered_at, country, method, provider, currency, crypto, network, ...line }) => {
        const { pay_decimals: payDecimals, price, reference_price, partner } = line;
        return {
          order,
          delivered_at,
          country,
          method,
          provider,
          paid: formatMinorUnits(line.pay_units, payDecimals),
          processing_fee: formatMinorUnits(line.processing_fee_units, payDecimals),
          network_fee: formatMinorUnits(line.network_fee_units, payDecimals),
          currency,
          delivered: formatMinorUnits(line.receive_units, line.receive_decimals),
          crypto,
          network,
          price,
          reference_price,
          partner,
        };
      },
    ),

  tax: async (database, catalog, period) =>
    (await listTaxLines(database, period)).map(({ asset, units, ...line }) => ({
      ...line,
      amount: formatLedgerUnits(catalog, asset, units),
      currency: describeAsset(catalog, asset).code,
      asset,
    })),
} as const satisfies Record<string, ReadTable>;

export type ExportName = keyof typeof exportTables;

export function isExportName(name: string): name is ExportName {
  return Object.hasOwn(exportTables, name);
}
