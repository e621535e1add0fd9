import { openOrderStatuses } from '@slipway/contract/entities/orderStatuses.ts';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { shredDataKeys } from '../../platform/personal/dataKeyStore.ts';
import { detachCards } from '../cards/savedCardStore.ts';

/** Legal retention period of purchase records, counted from the last change. */
const KEPT_YEARS = 5;

export async function countOpenOrders(database: Queryable, buyerId: string): Promise<number> {
  const { count } = await database.one<{ count: number }>(sql`
    select count(*)::int as count from orders where buyer_id = ${buyerId} and status = any(${[...openOrderStatuses]})`);
  return count;
}

/** Returns when the retention of the last changed order that took money ends; null if it has ended, or there was none. */
export async function findRetentionEnd(database: Queryable, buyerId: string): Promise<Date | null> {
  const { until } = await database.one<{ until: Date | null }>(sql`
    select case when end_of_keeping > slipway_now() then end_of_keeping end as until from (
      select max(updated_at) + ${KEPT_YEARS} * interval '1 year' as end_of_keeping from orders
      where buyer_id = ${buyerId} and captured_units + received_units > 0
    ) as kept`);
  return until;
}

/**
 * Deletes sessions, passkeys and known browsers, and detaches saved cards, so that no login remains and no card can be
 * charged.
 */
export async function eraseAccess(transaction: Transaction, buyerId: string): Promise<void> {
  await transaction.run(sql`delete from sessions where buyer_id = ${buyerId}`);
  await transaction.run(sql`delete from passkeys where buyer_id = ${buyerId}`);
  await transaction.run(sql`delete from devices where buyer_id = ${buyerId}`);
  await detachCards(transaction, buyerId);
}

/**
 * Deletes login codes, access log and sent emails of an email address. Call it only while the address is the buyer's:
 * later it may belong to a new account.
 */
export async function eraseEmailRecords(transaction: Transaction, email: string): Promise<void> {
  await transaction.run(sql`delete from login_codes where email = ${email}`);
  await transaction.run(sql`delete from access_log where email = ${email}`);
  await transaction.run(sql`delete from mail_outbox where recipient = ${email} and sent_at is not null`);
}

/**
 * Deletes the buyer's access log, saved addresses and billing address, and personal data in orders that received no
 * money and have no bank entry or refund.
 */
export async function eraseConveniences(transaction: Transaction, buyerId: string): Promise<void> {
  await transaction.run(sql`delete from access_log where buyer_id = ${buyerId}`);
  await transaction.run(sql`delete from saved_addresses where buyer_id = ${buyerId}`);
  await transaction.run(sql`delete from billing_addresses where buyer_id = ${buyerId}`);
  await erasePersonFromOrders(transaction, await lockOrderIds(transaction, buyerId, 'unpaid'));
}

/** Closes an account. The worker erases it after `eraseAfter`; null: at its next run. */
export async function closeBuyer(transaction: Transaction, buyerId: string, eraseAfter: Date | null): Promise<void> {
  await transaction.run(sql`
    update buyers set closed_at = slipway_now(), erase_after = coalesce(${eraseAfter}::timestamptz, slipway_now())
    where id = ${buyerId}`);
}

/** Postpones the erasure of an account. `until` null: by one day. */
export async function postponeErasure(transaction: Transaction, buyerId: string, until: Date | null): Promise<void> {
  await transaction.run(sql`
    update buyers set erase_after = coalesce(${until}::timestamptz, slipway_now() + interval '1 day') where id = ${buyerId}`);
}

/** Locks the buyer's orders. Returns true if any of them received money, or has a bank entry or refund. */
export async function hasPaid(transaction: Transaction, buyerId: string): Promise<boolean> {
  const all = await lockOrderIds(transaction, buyerId, 'all');
  return (await lockOrderIds(transaction, buyerId, 'unpaid')).length < all.length;
}

/**
 * Erases an account: access, addresses, profile, identity check, risk decisions, personal data in every order, the buyer,
 * and the data key of encrypted data. Orders keep amounts, events, ledger entries and payouts, without any name. The worker
 * erases payers' names and accounts ({@link erasePayers}), because the api's database role may not write bank entries
 * or refunds.
 */
export async function eraseBuyer(transaction: Transaction, buyerId: string): Promise<void> {
  await eraseAccess(transaction, buyerId);
  await eraseConveniences(transaction, buyerId);
  await erasePersonFromOrders(transaction, await lockOrderIds(transaction, buyerId, 'all'));
  await transaction.run(sql`update risk_decisions set buyer_id = null, facts = '{}' where buyer_id = ${buyerId}`);
  await transaction.run(sql`delete from kyc_profiles where buyer_id = ${buyerId}`);
  await transaction.run(sql`delete from identity_reviews where buyer_id = ${buyerId}`);
  await transaction.run(sql`delete from refused_answers where buyer_id = ${buyerId}`);
  await transaction.run(sql`delete from identity_checks where buyer_id = ${buyerId}`);
  await transaction.run(sql`delete from replaced_identity_checks where buyer_id = ${buyerId}`);
  await transaction.run(sql`delete from buyers where id = ${buyerId}`);
  await shredDataKeys(transaction, [`buyer:${buyerId}`]);
}

/**
 * Returns a closed account whose erasure is due, locked until the transaction ends; accounts under a legal hold are
 * skipped.
 */
export async function lockBuyerToErase(transaction: Transaction): Promise<string | undefined> {
  const taken = await transaction.maybeOne<{ id: string }>(sql`
    select id from buyers where erase_after <= slipway_now() and legal_hold_cases = '{}'
    order by erase_after limit 1 for update skip locked`);
  return taken?.id;
}

async function lockOrderIds(transaction: Transaction, buyerId: string, which: 'unpaid' | 'all'): Promise<number[]> {
  const rows = await transaction.many<{ id: number }>(sql`
    select id from orders o
    where buyer_id = ${buyerId} and (${which === 'all'} or captured_units + received_units = 0
      and not exists (select 1 from bank_entries where order_id = o.id)
      and not exists (select 1 from refunds where order_id = o.id)) for update of o`);
  return rows.map(({ id }) => id);
}

/**
 * Erases personal data from orders and from the rows that belong to them. Order events are append-only and not changed:
 * they contain steps and amounts, no personal data or addresses.
 */
async function erasePersonFromOrders(transaction: Transaction, orderIds: readonly number[]): Promise<void> {
  const which = sql`any(${orderIds}::bigint[])`;
  await transaction.run(sql`
    update tracking_points set order_no = '' where order_no in (select order_no from orders where id = ${which})`);
  await transaction.run(sql`
    update orders set buyer_id = null, guest_hash = null, address = '', seal = null, submission_hash = '',
      wallet_type = '', exchange_name = '', redirect_url = null, reference = '', referer_url = '', referer_order = '',
      client_address = ''
    where id = ${which}`);
  await transaction.run(sql`
    update payment_attempts set confirmation_token = null, client_secret = null, saved_card_id = null,
      payment_method_id = null, brand = null, last4 = null, expiry_month = null, expiry_year = null, fingerprint = null,
      card_country = null
    where order_id = ${which}`);
  await transaction.run(sql`update risk_decisions set buyer_id = null, facts = '{}' where order_id = ${which}`);
  // Event bodies contain the partner's data about the purchase. Pending events are sent unchanged. Rows stay until they
  // expire, because a partner's server that reads the events would otherwise miss the order's outcome.
  await transaction.run(sql`
    update partner_events set body = (body::jsonb || jsonb_build_object('data',
      coalesce(body::jsonb -> 'data', '{}') || '{"reference": "", "refererUrl": "", "refererOrder": ""}'))::text
    where order_id = ${which} and delivery <> 'waiting'`);
  await transaction.run(sql`update partner_refund_requests set reason = '' where order_id = ${which}`);
}

/**
 * Erases names and accounts of payers and payees from bank entries, finished refunds and sent transfer files of the
 * buyer's orders. Call it before {@link eraseBuyer}, which removes the buyer from the orders.
 */
export async function erasePayers(transaction: Transaction, buyerId: string): Promise<void> {
  const which = sql`any(${await lockOrderIds(transaction, buyerId, 'all')}::bigint[])`;
  await transaction.run(sql`
    update bank_entries set sealed = null where order_id = ${which}`);
  await transaction.run(sql`
    with erased as (
      update refunds set sealed = null, has_creditor = false
      where order_id = ${which} and status in ('settled', 'failed') returning id)
    delete from data_keys where subject in (select 'refund:' || id from erased)`);
  // A transfer file names the payees of several orders, so it is erased with the last of them.
  await transaction.run(sql`
    with erased as (
      update transfer_batches b set sealed = null where sent_at is not null and sealed is not null
        and exists (select 1 from refunds r where r.batch_id = b.id and r.order_id = ${which})
        and not exists (select 1 from refunds r where r.batch_id = b.id and r.has_creditor) returning id)
    delete from data_keys where subject in (select 'transfer_file:' || id from erased)`);
}
