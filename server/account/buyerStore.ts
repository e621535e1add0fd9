import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

export type Buyer = {
  readonly id: string;
  readonly email: string;
  readonly kycLevel: number;
  /** Known to the identity verifier instead of our own id or the e-mail address. */
  readonly verifierReference: string;
  readonly acquirerCustomerId: string | null;
};

const COLUMNS = sql`id, email, kyc_level as "kycLevel", verifier_reference as "verifierReference",
  acquirer_customer_id as "acquirerCustomerId"`;

export async function findBuyer(database: Queryable, id: string): Promise<Buyer | undefined> {
  return database.maybeOne<Buyer>(sql`select ${COLUMNS} from buyers where id = ${id}`);
}

export async function findBuyerByVerifierReference(database: Queryable, reference: string): Promise<Buyer | undefined> {
  return database.maybeOne<Buyer>(sql`select ${COLUMNS} from buyers where verifier_reference = ${reference}`);
}

/** The buyer of an e-mail address, made on the first login. */
export async function findOrCreateBuyer(
  database: Queryable,
  buyer: { readonly id: string; readonly email: string; readonly verifierReference: string },
): Promise<Buyer> {
  return database.one<Buyer>(sql`
    insert into buyers (id, email, verifier_reference, created_at)
    values (${buyer.id}, ${buyer.email}, ${buyer.verifierReference}, slipway_now())
    on conflict (email) do update set email = excluded.email returning ${COLUMNS}`);
}

export async function setKycLevel(database: Queryable, buyerId: string, level: number): Promise<void> {
  await database.run(sql`update buyers set kyc_level = ${level} where id = ${buyerId}`);
}

export async function setAcquirerCustomer(database: Queryable, buyerId: string, customerId: string): Promise<void> {
  await database.run(sql`update buyers set acquirer_customer_id = ${customerId} where id = ${buyerId}`);
}
