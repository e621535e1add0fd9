import type { Queryable } from '../../platform/database/database.ts';
import type { TableRow } from '../../platform/text/formatTable.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { describeAsset } from '../../reconciliation/describeAsset.ts';
import { formatLedgerUnits, formatMinorUnits } from '../../reconciliation/formatUnits.ts';
import { listLedgerLines, listTaxLines, listTradeLines, listTravelRuleLines, type Period } from './reportStore.ts';

type Cryptos = Pick<Catalog, 'cryptos'>;
type ReadTable = (database: Queryable, catalog: Cryptos, period: Period) => Promise<TableRow[]>;

/** The tables that the command line and the console export. Amounts are exact decimals, next to their currency code. */
export const exportTables = {
  'travel-rule': async (database, _catalog, period) =>
    (await listTravelRuleLines(database, period)).map(({ originator, ...payout }) => ({
      order: payout.order,
      paid_out_at: payout.paidOutAt,
      originator_first_name: originator?.firstName ?? null,
      originator_last_name: originator?.lastName ?? null,
      originator_birth_date: originator?.birthDate ?? null,
      originator_city: originator?.city ?? null,
      originator_citizenship: originator?.citizenship ?? null,
      originator_account: payout.originatorAccount,
      wallet_type: payout.walletType,
      beneficiary_provider: payout.beneficiaryProvider,
      beneficiary_address: payout.beneficiaryAddress,
      amount: formatMinorUnits(payout.units, payout.decimals),
      asset: payout.asset,
      network: payout.network,
      euro_worth: payout.euroWorth,
      transaction_id: payout.transactionId,
    })),

  ledger: async (database, catalog, period) =>
    (await listLedgerLines(database, period)).map(({ asset, units, ...line }) => ({
      ...line,
      debit: units > 0n ? formatLedgerUnits(catalog, asset, units) : '',
      credit: units < 0n ? formatLedgerUnits(catalog, asset, -units) : '',
      currency: describeAsset(catalog, asset).code,
      asset,
    })),

  trades: async (database, _catalog, period) =>
    (await listTradeLines(database, period)).map((line) => ({
      order: line.order,
      delivered_at: line.deliveredAt,
      country: line.country,
      method: line.method,
      provider: line.provider,
      paid: formatMinorUnits(line.payUnits, line.payDecimals),
      processing_fee: formatMinorUnits(line.processingFeeUnits, line.payDecimals),
      network_fee: formatMinorUnits(line.networkFeeUnits, line.payDecimals),
      currency: line.currency,
      delivered: formatMinorUnits(line.receiveUnits, line.receiveDecimals),
      crypto: line.crypto,
      network: line.network,
      price: line.price,
      reference_price: line.referencePrice,
      partner: line.partner,
    })),

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
