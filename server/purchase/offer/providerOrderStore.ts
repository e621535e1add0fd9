import type { Amount } from '@slipway/money/amount.ts';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { ProviderOrder, ProviderPage } from '../../providers/offers/offerPort.ts';

/** Stored data of an order that another provider fulfils. */
export type StoredProviderOrder = {
  readonly orderId: number;
  readonly provider: string;
  readonly providerOrderId: string | null;
  readonly page: ProviderPage | undefined;
  readonly vendorStatus: string | null;
  readonly reason: string | null;
  readonly transactionId: string | null;
  readonly worseAtCheckout: boolean;
  /** Amounts that the provider reports as paid and received, in minor units of the order's assets; null if not reported. */
  readonly payUnits: bigint | null;
  readonly receiveUnits: bigint | null;
};

/** Inserts the provider's part of a new order, with the affiliate fee that the provider owes. */
export async function insertProviderOrder(
  transaction: Transaction,
  orderId: number,
  { provider, affiliateFee }: { readonly provider: string; readonly affiliateFee: Amount },
): Promise<void> {
  await transaction.run(sql`
    insert into provider_orders (order_id, provider, offered_affiliate_units)
    values (${orderId}, ${provider}, ${String(affiliateFee.units)}::numeric)`);
}

type Row = Omit<StoredProviderOrder, 'page'> & {
  readonly pageUrl: string | null;
  readonly pageSingleUse: boolean;
  readonly pageExpiresAt: Date | null;
};

export async function findProviderOrder(
  database: Queryable,
  orderId: number,
): Promise<StoredProviderOrder | undefined> {
  const row = await database.maybeOne<Row>(sql`
    select order_id, provider, provider_order_id, provider_status as vendor_status, reason,
      transaction_id, worse_at_checkout, pay_units, receive_units, page_url,
      page_single_use, page_expires_at
    from provider_orders where order_id = ${orderId}`);
  if (!row) return undefined;
  const { pageUrl, pageSingleUse, pageExpiresAt, ...kept } = row;
  const page =
    pageUrl === null ? undefined : { url: pageUrl, isSingleUse: pageSingleUse, expiresAt: pageExpiresAt ?? undefined };
  return { ...kept, page };
}

type ReportedAmounts = Pick<StoredProviderOrder, 'orderId' | 'payUnits' | 'receiveUnits'>;

/** Returns the amounts that providers report, by order. */
export async function findReportedAmounts(
  database: Queryable,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, ReportedAmounts>> {
  const rows = await database.many<ReportedAmounts>(sql`
    select order_id, pay_units, receive_units
    from provider_orders where order_id = any(${orderIds}::bigint[])`);
  return new Map(rows.map((row) => [row.orderId, row]));
}

/** Stores the newest page on which the buyer pays the provider. */
export async function saveProviderPage(database: Queryable, orderId: number, page: ProviderPage): Promise<void> {
  await database.run(sql`
    update provider_orders set page_url = ${page.url}, page_single_use = ${page.isSingleUse},
      page_expires_at = ${page.expiresAt ?? null}
    where order_id = ${orderId}`);
}

/** A price more than half a percent above the offer counts as worse, to allow for rounding and market moves. */
const WORSE_PER_MILLE = 5n;

/**
 * Stores a provider's report on its order; newer values replace older ones. Returns false and writes nothing if the
 * provider's purchase is already stored for another order.
 */
export async function saveProviderReport(
  transaction: Transaction,
  order: { readonly id: number; readonly pay: Amount; readonly receive: Amount },
  report: ProviderOrder,
): Promise<boolean> {
  const formatUnits = (amount: Amount | undefined) => (amount ? String(amount.units) : null);
  const isPaid = report.state !== undefined && PAID.has(report.state);
  const changed = await transaction.run(sql`
    update provider_orders p set provider_order_id = ${report.providerOrderId}, provider_status = ${report.vendorStatus},
      reason = ${report.reason ?? null}, reported_at = slipway_now(),
      pay_units = coalesce(${formatUnits(report.pay)}::numeric, pay_units),
      receive_units = coalesce(${formatUnits(report.receive)}::numeric, receive_units),
      affiliate_units = coalesce(${formatUnits(report.affiliateFee)}::numeric, affiliate_units),
      address = coalesce(${report.address ?? null}, address),
      transaction_id = coalesce(${report.transactionId ?? null}, transaction_id),
      worse_at_checkout = worse_at_checkout or ${isWorse(order, report)},
      paid_at = coalesce(paid_at, case when ${isPaid} then slipway_now() end),
      delivered_at = coalesce(delivered_at, case when ${report.state === 'delivered'} then slipway_now() end)
    where order_id = ${order.id} and not exists (
      select 1 from provider_orders other where other.provider = p.provider
        and other.provider_order_id = ${report.providerOrderId} and other.order_id <> p.order_id)`);
  return changed > 0;
}

const PAID: ReadonlySet<string> = new Set(['paid', 'delivering', 'delivered']);

function isWorse(
  { pay, receive }: { readonly pay: Amount; readonly receive: Amount },
  report: Pick<ProviderOrder, 'pay' | 'receive'>,
): boolean {
  const [paid, got] = [report.pay ?? pay, report.receive ?? receive];
  return paid.units * receive.units * 1_000n > pay.units * got.units * (1_000n + WORSE_PER_MILLE);
}
