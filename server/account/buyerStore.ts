import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';

export type Buyer = {
  readonly id: string;
  readonly email: string;
  readonly kycLevel: number;
  /** Known to the identity verifier instead of our own id or the e-mail address. */
  readonly verifierReference: string;
  readonly acquirerCustomerId: string | null;
  /** The language of their letters. */
  readonly locale: string;
  /** The partner that answers for who it is; NO_PARTNER for a buyer's own account. */
  readonly partnerId: string;
};

const COLUMNS = sql`id, email, kyc_level as "kycLevel", verifier_reference as "verifierReference",
  acquirer_customer_id as "acquirerCustomerId", locale, partner_id as "partnerId"`;

export async function findBuyer(database: Queryable, id: string): Promise<Buyer | undefined> {
  return database.maybeOne<Buyer>(sql`select ${COLUMNS} from buyers where id = ${id}`);
}

export async function findBuyerByVerifierReference(database: Queryable, reference: string): Promise<Buyer | undefined> {
  return database.maybeOne<Buyer>(sql`select ${COLUMNS} from buyers where verifier_reference = ${reference}`);
}

/** The buyer of an e-mail address, or a partner's of it, made on the first login. A closed account has given its address up. */
export async function findOrCreateBuyer(
  database: Queryable,
  buyer: Pick<Buyer, 'id' | 'email' | 'verifierReference' | 'locale' | 'partnerId'>,
): Promise<Buyer> {
  return database.one<Buyer>(sql`
    insert into buyers (id, email, verifier_reference, locale, partner_id, created_at)
    values (${buyer.id}, ${buyer.email}, ${buyer.verifierReference}, ${buyer.locale}, ${buyer.partnerId}, slipway_now())
    on conflict (email, partner_id) where closed_at is null do update set email = excluded.email returning ${COLUMNS}`);
}

/** Locks an account that is not closed until the transaction ends; undefined when there is none any more. */
export async function lockOpenBuyer(
  transaction: Transaction,
  id: string,
): Promise<(Buyer & { readonly keptFor: string | null }) | undefined> {
  return transaction.maybeOne<Buyer & { keptFor: string | null }>(sql`
    select ${COLUMNS}, kept_for as "keptFor" from buyers where id = ${id} and closed_at is null for update`);
}

export async function setLocale(database: Queryable, buyerId: string, locale: string): Promise<void> {
  await database.run(sql`update buyers set locale = ${locale} where id = ${buyerId}`);
}

export async function setKycLevel(database: Queryable, buyerId: string, level: number): Promise<void> {
  await database.run(sql`update buyers set kyc_level = ${level} where id = ${buyerId}`);
}

export async function setAcquirerCustomer(database: Queryable, buyerId: string, customerId: string): Promise<void> {
  await database.run(sql`update buyers set acquirer_customer_id = ${customerId} where id = ${buyerId}`);
}

/** Every account of the address, the operator's own and partners', closed ones left out. */
export async function buyersOfEmail(database: Queryable, email: string): Promise<string[]> {
  const rows = await database.many<{ id: string }>(
    sql`select id from buyers where email = ${email} and closed_at is null order by id`,
  );
  return rows.map(({ id }) => id);
}
