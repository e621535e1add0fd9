import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { CardDetails } from '../../providers/card/cardPort.ts';

export type SavedCard = {
  readonly id: string;
  readonly paymentMethodId: string;
  readonly brand: string;
  readonly last4: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
};

/** The card as its owner may see it. */
export type ShownCard = Omit<SavedCard, 'paymentMethodId'>;

const COLUMNS = sql`id, payment_method_id, brand, last4, expiry_month, expiry_year`;

export async function listSavedCards(database: Queryable, buyerId: string): Promise<SavedCard[]> {
  return database.many<SavedCard>(
    sql`select ${COLUMNS} from saved_cards where buyer_id = ${buyerId} and deleted_at is null order by created_at desc`,
  );
}

export async function findSavedCard(
  database: Queryable,
  buyerId: string,
  cardId: string,
): Promise<SavedCard | undefined> {
  return database.maybeOne<SavedCard>(
    sql`select ${COLUMNS} from saved_cards where buyer_id = ${buyerId} and id = ${cardId} and deleted_at is null`,
  );
}

/**
 * Saves a card of an open account. Each physical card is saved once, with its newest payment method at the acquirer; the
 * previous one is marked as deleted. A late event of a payment does not restore a payment method that the buyer has deleted.
 */
export async function saveCard(
  database: Queryable,
  saved: { readonly id: string; readonly buyerId: string; readonly card: CardDetails },
): Promise<void> {
  const { buyerId, card } = saved;
  await database.run(sql`
    insert into saved_cards (id, buyer_id, acquirer, payment_method_id, brand, last4, expiry_month, expiry_year, fingerprint, created_at, deleted_at)
    select ${`${saved.id}_replaced`}, buyer_id, acquirer, payment_method_id, brand, last4, expiry_month, expiry_year, fingerprint, created_at, slipway_now()
    from saved_cards
    where buyer_id = ${buyerId} and fingerprint = ${card.fingerprint} and deleted_at is null
      and payment_method_id <> ${card.paymentMethodId} and not exists (
        select 1 from saved_cards where payment_method_id = ${card.paymentMethodId} and deleted_at is not null)`);
  await database.run(sql`
    insert into saved_cards (id, buyer_id, acquirer, payment_method_id, brand, last4, expiry_month, expiry_year, fingerprint, created_at)
    select ${saved.id}, id, 'card', ${card.paymentMethodId}, ${card.brand}, ${card.last4}, ${card.expiryMonth}::int,
      ${card.expiryYear}::int, ${card.fingerprint}, slipway_now()
    from buyers where id = ${buyerId} and closed_at is null and not exists (
      select 1 from saved_cards where payment_method_id = ${card.paymentMethodId} and deleted_at is not null)
    on conflict (buyer_id, fingerprint) where deleted_at is null do update
      set payment_method_id = excluded.payment_method_id, expiry_month = excluded.expiry_month, expiry_year = excluded.expiry_year`);
}

/** Marks a card as deleted; a worker has the acquirer delete it. Returns true if it was the buyer's and not deleted yet. */
export async function deleteCard(database: Queryable, buyerId: string, cardId: string): Promise<boolean> {
  const deleted = await database.run(sql`
    update saved_cards set deleted_at = slipway_now()
    where buyer_id = ${buyerId} and id = ${cardId} and deleted_at is null`);
  return deleted > 0;
}

/**
 * Removes all cards from a buyer and from the payment attempts. A row stays, without its buyer, only until the acquirer
 * has deleted the card.
 */
export async function detachCards(transaction: Transaction, buyerId: string): Promise<void> {
  await transaction.run(sql`
    update payment_attempts set saved_card_id = null
    where saved_card_id in (select id from saved_cards where buyer_id = ${buyerId})`);
  await transaction.run(sql`
    delete from saved_cards where buyer_id = ${buyerId} and forgotten_at_acquirer_at is not null`);
  await transaction.run(sql`
    update saved_cards set buyer_id = null, deleted_at = coalesce(deleted_at, slipway_now()), brand = '', last4 = '',
      expiry_month = 0, expiry_year = 0, fingerprint = ''
    where buyer_id = ${buyerId}`);
}

export type CardToDelete = { readonly id: string; readonly paymentMethodId: string };

/**
 * Leases deleted cards that the acquirer still stores, each to one worker for `leaseSeconds` without the sandbox's offset.
 * Payment methods of cards that are still saved are skipped.
 */
export async function leaseCardsToDelete(
  database: Queryable,
  { limit, leaseSeconds }: { readonly limit: number; readonly leaseSeconds: number },
): Promise<CardToDelete[]> {
  return database.many<CardToDelete>(sql`
    update saved_cards set forget_leased_until = clock_timestamp() + ${leaseSeconds} * interval '1 second'
    where id in (
      select c.id from saved_cards c
      where c.deleted_at is not null and c.forgotten_at_acquirer_at is null
        and (c.forget_leased_until is null or c.forget_leased_until < clock_timestamp())
        and not exists (
          select 1 from saved_cards live where live.payment_method_id = c.payment_method_id and live.deleted_at is null)
      order by c.deleted_at limit ${limit} for update skip locked
    ) returning id, payment_method_id`);
}

/** Marks a card as deleted at the acquirer. The row of a card without a buyer is deleted. */
export async function markDeletedAtAcquirer(database: Queryable, id: string): Promise<void> {
  await database.run(sql`update saved_cards set forgotten_at_acquirer_at = slipway_now() where id = ${id}`);
  await database.run(sql`delete from saved_cards where id = ${id} and buyer_id is null`);
}
