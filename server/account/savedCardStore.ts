import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import type { CardDetails } from '../providers/card/cardPort.ts';

export type SavedCard = {
  readonly id: string;
  readonly paymentMethodId: string;
  readonly brand: string;
  readonly last4: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
};

const COLUMNS = sql`id, payment_method_id as "paymentMethodId", brand, last4, expiry_month as "expiryMonth", expiry_year as "expiryYear"`;

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

/** The same physical card is kept once, with its newest payment method at the acquirer. */
export async function saveCard(
  database: Queryable,
  saved: { readonly id: string; readonly buyerId: string; readonly card: CardDetails },
): Promise<void> {
  const { card } = saved;
  await database.run(sql`
    insert into saved_cards (id, buyer_id, acquirer, payment_method_id, brand, last4, expiry_month, expiry_year, fingerprint, created_at)
    values (${saved.id}, ${saved.buyerId}, 'card', ${card.paymentMethodId}, ${card.brand}, ${card.last4},
      ${card.expiryMonth}, ${card.expiryYear}, ${card.fingerprint}, slipway_now())
    on conflict (buyer_id, fingerprint) where deleted_at is null do update
      set payment_method_id = excluded.payment_method_id, expiry_month = excluded.expiry_month, expiry_year = excluded.expiry_year`);
}
