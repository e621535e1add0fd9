import { type Amount, createAmount } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import sql, { join } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { QUOTE_LIFETIME_SECONDS } from '../quote/quoteToken.ts';

/** Another provider's offer for a quote and a payment method. */
export type StoredOffer = {
  readonly offerType: string;
  readonly pay: Amount;
  readonly receive: Amount;
  readonly processingFee: Amount;
  readonly networkFee: Amount;
  readonly affiliateFee: Amount;
};

/** An offer and its age in milliseconds. */
type OfferOfAge = StoredOffer & { readonly ageMs: number };

/** Stores offers; a repeated request replaces a provider's earlier offer. */
export async function saveOffers(
  database: Queryable,
  quoteId: string,
  payMethod: string,
  offers: readonly OfferOfAge[],
): Promise<void> {
  if (offers.length === 0) return;
  const rows = offers.map(
    ({ offerType, pay, receive, processingFee, networkFee, affiliateFee, ageMs }) => sql`(
      ${quoteId}, ${offerType}, ${payMethod}, ${pay.asset.id}, ${pay.asset.decimals}::smallint, ${String(pay.units)}::numeric,
      ${receive.asset.id}, ${receive.asset.decimals}::smallint, ${String(receive.units)}::numeric,
      ${String(processingFee.units)}::numeric, ${String(networkFee.units)}::numeric,
      ${String(affiliateFee.units)}::numeric, slipway_now() - ${ageMs} * interval '1 millisecond')`,
  );
  await database.run(sql`
    insert into offers (quote_id, offer_type, pay_method, pay_asset, pay_decimals, pay_units, receive_asset,
      receive_decimals, receive_units, processing_fee_units, network_fee_units, affiliate_fee_units, offered_at)
    values ${join(rows)}
    on conflict (quote_id, offer_type, pay_method) do update set pay_units = excluded.pay_units,
      receive_units = excluded.receive_units, processing_fee_units = excluded.processing_fee_units,
      network_fee_units = excluded.network_fee_units, affiliate_fee_units = excluded.affiliate_fee_units,
      offered_at = excluded.offered_at`);
}

type OfferRow = {
  readonly payUnits: bigint;
  readonly receiveUnits: bigint;
  readonly processingFeeUnits: bigint;
  readonly networkFeeUnits: bigint;
  readonly affiliateFeeUnits: bigint;
  readonly isLive: boolean;
};

export type OfferKey = { readonly quoteId: string; readonly offerType: string; readonly payMethod: string };

/**
 * Returns a stored offer; undefined if there is none, or if it is in another asset because the catalog has changed. `isLive`
 * is true while the offer is not older than a quote's lifetime.
 */
export async function findOffer(
  database: Queryable,
  { quoteId, offerType, payMethod }: OfferKey,
  { pay, receive }: { readonly pay: Asset; readonly receive: Asset },
): Promise<(StoredOffer & { readonly isLive: boolean }) | undefined> {
  const row = await database.maybeOne<OfferRow>(sql`
    select pay_units, receive_units, processing_fee_units,
      network_fee_units, affiliate_fee_units,
      offered_at > slipway_now() - ${QUOTE_LIFETIME_SECONDS} * interval '1 second' as is_live
    from offers where quote_id = ${quoteId} and offer_type = ${offerType} and pay_method = ${payMethod}
      and pay_asset = ${pay.id} and pay_decimals = ${pay.decimals}
      and receive_asset = ${receive.id} and receive_decimals = ${receive.decimals}`);
  return (
    row && {
      offerType,
      pay: createAmount(pay, row.payUnits),
      receive: createAmount(receive, row.receiveUnits),
      processingFee: createAmount(pay, row.processingFeeUnits),
      networkFee: createAmount(pay, row.networkFeeUnits),
      affiliateFee: createAmount(pay, row.affiliateFeeUnits),
      isLive: row.isLive,
    }
  );
}

/** Deletes offers older than a day, from which no order can be created any more. */
export async function deleteOldOffers(database: Queryable): Promise<void> {
  await database.run(sql`delete from offers where offered_at < (select slipway_now()) - interval '1 day'`);
}
