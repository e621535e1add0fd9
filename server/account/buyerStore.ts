import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { type AccountMarkKeys, computeAccountMarks, lockMark, transferBlock } from './blockStore.ts';
import { selectCurrentLevel } from './identityLevels/fixedLevelStore.ts';
import { addPersonMarks } from './personStore.ts';

export type Buyer = {
  readonly id: string;
  readonly email: string;
  readonly kycLevel: number;
  /** Identifies the buyer to the identity verifier instead of the account's id or email address. */
  readonly verifierReference: string;
  readonly acquirerCustomerId: string | null;
  /** Language of the buyer's emails. */
  readonly locale: string;
  /** The partner that vouches for the buyer's identity; NO_PARTNER for a buyer's own account. */
  readonly partnerId: string;
};

const COLUMNS = sql`id, email, ${selectCurrentLevel(sql`buyers`)} as kyc_level, verifier_reference,
  acquirer_customer_id, locale, partner_id`;

export async function findBuyer(database: Queryable, id: string): Promise<Buyer | undefined> {
  return database.maybeOne<Buyer>(sql`select ${COLUMNS} from buyers where id = ${id}`);
}

export async function findBuyerByVerifierReference(database: Queryable, reference: string): Promise<Buyer | undefined> {
  return database.maybeOne<Buyer>(sql`select ${COLUMNS} from buyers where verifier_reference = ${reference}`);
}

/**
 * Returns the account of an email address at a partner, or creates it at the first login. Moves a block of the address to
 * it, and records the address as a mark of the person. A closed account has released its address, but a block of the
 * address stays in force.
 */
export async function findOrCreateBuyer(
  transaction: Transaction,
  keys: AccountMarkKeys,
  buyer: Pick<Buyer, 'id' | 'email' | 'verifierReference' | 'locale' | 'partnerId'>,
): Promise<Buyer> {
  const marks = computeAccountMarks(keys.accountMark, buyer);
  await lockMark(transaction, marks[0]);
  const opened = await transaction.one<Buyer>(sql`
    insert into buyers (id, email, verifier_reference, locale, partner_id, created_at)
    values (${buyer.id}, ${buyer.email}, ${buyer.verifierReference}, ${buyer.locale}, ${buyer.partnerId}, slipway_now())
    on conflict (email, partner_id) where closed_at is null do update set email = excluded.email returning ${COLUMNS}`);
  await transferBlock(transaction, opened.id, marks);
  await addPersonMarks(transaction, opened.id, { email: buyer.email });
  return opened;
}

/** Locks an open account until the transaction ends; undefined if it does not exist or is closed. */
export async function lockOpenBuyer(
  transaction: Transaction,
  id: string,
): Promise<(Buyer & { readonly isUnderLegalHold: boolean }) | undefined> {
  return transaction.maybeOne<Buyer & { isUnderLegalHold: boolean }>(sql`
    select ${COLUMNS}, legal_hold_cases <> '{}' as is_under_legal_hold from buyers where id = ${id} and closed_at is null for update`);
}

/** Same as {@link lockOpenBuyer}, also for closed accounts. */
export async function lockBuyer(transaction: Transaction, id: string): Promise<Buyer | undefined> {
  return transaction.maybeOne<Buyer>(sql`select ${COLUMNS} from buyers where id = ${id} for update`);
}

/** Returns the id of the open account with this address and partner. Closed accounts may have had the same address. */
export async function findOpenAccount(
  database: Queryable,
  { email, partnerId }: Pick<Buyer, 'email' | 'partnerId'>,
): Promise<string | undefined> {
  const found = await database.maybeOne<{ id: string }>(
    sql`select id from buyers where email = ${email} and partner_id = ${partnerId} and closed_at is null`,
  );
  return found?.id;
}

export async function setLocale(database: Queryable, buyerId: string, locale: string): Promise<void> {
  await database.run(sql`update buyers set locale = ${locale} where id = ${buyerId}`);
}

/** Stores the verified level, unless a level set by two people is in force. Returns the effective level. */
export async function setKycLevel(database: Queryable, buyerId: string, level: number): Promise<number> {
  const updated = await database.maybeOne<{ level: number }>(sql`
    update buyers set kyc_level = coalesce(
      (select s.level from fixed_levels s where s.buyer_id = buyers.id and s.ends_at > slipway_now()), ${level})
    where id = ${buyerId} returning kyc_level as level`);
  return updated?.level ?? level;
}

export async function setAcquirerCustomer(database: Queryable, buyerId: string, customerId: string): Promise<void> {
  await database.run(sql`update buyers set acquirer_customer_id = ${customerId} where id = ${buyerId}`);
}

/** Returns the ids of the accounts with this address, the buyer's own and those at partners; by default only open ones. */
export async function findBuyersByEmail(
  database: Queryable,
  email: string,
  { includesClosed = false }: { readonly includesClosed?: boolean } = {},
): Promise<string[]> {
  const rows = await database.many<{ id: string }>(sql`
    select id from buyers where email = ${email} and (${includesClosed} or closed_at is null) order by id`);
  return rows.map(({ id }) => id);
}
