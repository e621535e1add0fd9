import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';

export type EarnedShare = {
  readonly partnerId: string;
  /** Month of the booking, `2026-11`. */
  readonly month: string;
  readonly asset: string;
  readonly orders: number;
  /** In the ledger's scale. */
  readonly units: bigint;
};

/** Returns the shares that one partner or all have earned according to the ledger, by month and asset, newest month first. */
export async function listEarnedShares(database: Queryable, partnerId: string | undefined): Promise<EarnedShare[]> {
  return database.many<EarnedShare>(sql`
    select partner_id, to_char(at at time zone 'UTC', 'YYYY-MM') as month, asset,
      count(distinct order_no)::int as orders, sum(units) as units
    from partner_shares where ${partnerId ?? null}::text is null or partner_id = ${partnerId ?? null}
    group by 1, 2, 3 having sum(units) <> 0 order by 2 desc, 3`);
}

/** A bank booking that paid a partner's shares, or the return of such a payment. */
export type SharePayment = {
  readonly entryId: string;
  readonly partnerId: string;
  readonly asset: string;
  /** In the ledger's scale; negative if the payment was returned. */
  readonly units: bigint;
  /** Covers shares of deliveries before this time. */
  readonly until: Date;
  readonly requestId: number;
};

/** Returns share payments, newest first, of one partner or all. */
export async function listSharePayments(
  database: Queryable,
  partnerId: string | undefined,
): Promise<(SharePayment & { readonly paidAt: Date; readonly who: string; readonly approvedBy: string | null })[]> {
  return database.many(sql`
    select p.entry_id, p.partner_id, p.asset, p.units, p.until,
      p.request_id::int as request_id, p.paid_at, r.who, r.approved_by
    from partner_payments p join operator_requests r on r.id = p.request_id
    where ${partnerId ?? null}::text is null or p.partner_id = ${partnerId ?? null}
    order by p.paid_at desc, p.request_id desc`);
}

/** A payment as the partner sees it at its bank. */
export type BookedSharePayment = Pick<SharePayment, 'entryId' | 'asset' | 'units' | 'until'> & {
  /** Date of the booking at the operator's bank, `2026-11-30`. */
  readonly bookedOn: string;
  /** The transfer's end-to-end id; '' if it has none. */
  readonly endToEndId: string;
};

/** Returns the share payments of a partner with their bookings, newest first. */
export async function listBookedSharePayments(database: Queryable, partnerId: string): Promise<BookedSharePayment[]> {
  return database.many<BookedSharePayment>(sql`
    select entry_id, asset, units, until, to_char(booked_on, 'YYYY-MM-DD') as booked_on,
      end_to_end_id
    from partner_settlements where partner_id = ${partnerId} order by paid_at desc, entry_id`);
}

/** Returns the share that each of these orders has earned so far; orders without a share are missing. In the ledger's scale. */
export async function sumSharesOfOrders(
  database: Queryable,
  orderNumbers: readonly string[],
): Promise<ReadonlyMap<string, { readonly asset: string; readonly units: bigint }>> {
  const rows = await database.many<{ orderNo: string; asset: string; units: bigint }>(sql`
    select order_no, asset, sum(units) as units from partner_shares
    where order_no = any(${[...orderNumbers]}) group by 1, 2`);
  return new Map(rows.map(({ orderNo, ...share }) => [orderNo, share]));
}

/** Shares earned less shares paid, in the ledger's scale, by partner and asset. */
export type OwedShares = ReadonlyMap<string, ReadonlyMap<string, bigint>>;

/** Returns the owed shares of one partner or of all. `earned`: all that they have earned. */
export async function computeOwedShares(
  database: Queryable,
  earned: readonly EarnedShare[],
  partnerId: string | undefined,
): Promise<OwedShares> {
  const paid = await database.many<Pick<SharePayment, 'partnerId' | 'asset' | 'units'>>(sql`
    select partner_id, asset, sum(units) as units from partner_settlements
    where ${partnerId ?? null}::text is null or partner_id = ${partnerId ?? null} group by 1, 2`);
  const owed = new Map<string, Map<string, bigint>>();
  const addUnits = (partner: string, asset: string, units: bigint) => {
    const owedByAsset = owed.get(partner) ?? new Map<string, bigint>();
    owed.set(partner, owedByAsset.set(asset, (owedByAsset.get(asset) ?? 0n) + units));
  };
  for (const { partnerId: partner, asset, units } of earned) addUnits(partner, asset, units);
  for (const { partnerId: partner, asset, units } of paid) addUnits(partner, asset, -units);
  return owed;
}

export type ShareTotals = { readonly earned: bigint; readonly paid: bigint };

/**
 * Returns a partner's earnings in an asset from deliveries before a time, less what was reversed since, and all payments in
 * that asset: payments for later deliveries count as well, so that nothing is paid twice. In the ledger's scale.
 */
export async function sumShares(
  database: Queryable,
  { partnerId, asset, until }: Pick<SharePayment, 'partnerId' | 'asset' | 'until'>,
): Promise<ShareTotals> {
  return database.one<ShareTotals>(sql`
    select (
      select least(coalesce(sum(units), 0), coalesce(sum(units) filter (where at < ${until}), 0))
      from partner_shares where asset = ${asset} and partner_id = ${partnerId}
    ) as earned, (
      select coalesce(sum(units), 0) from partner_payments where partner_id = ${partnerId} and asset = ${asset}
    ) as paid`);
}

/** Locks a partner's shares until the transaction ends, so that one transaction at a time reads and pays what is owed. */
export async function lockShares(transaction: Transaction, partnerId: string): Promise<void> {
  await transaction.run(sql`select pg_advisory_xact_lock(hashtextextended(${`shares of ${partnerId}`}, 0))`);
}

/** Inserts a share payment. Throws a unique violation if the booking already pays shares. */
export async function insertSharePayment(transaction: Transaction, payment: SharePayment): Promise<void> {
  const { entryId, partnerId, asset, units, until, requestId } = payment;
  await transaction.run(sql`
    insert into partner_payments (entry_id, partner_id, asset, units, until, request_id, paid_at)
    values (${entryId}, ${partnerId}, ${asset}, ${units.toString()}::numeric, ${until}, ${requestId}, slipway_now())`);
}

/** Deletes the share payment recorded for a booking, if there is one, so that the amount is owed again. */
export async function deleteSharePayment(transaction: Transaction, entryId: string): Promise<void> {
  await transaction.run(sql`delete from partner_payments where entry_id = ${entryId}`);
}
