import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import type { PlainRows } from '../platform/personal/plainRows.ts';
import { sealedRows } from '../platform/personal/sealedRows.ts';

export type BillingAddress = {
  readonly name: string;
  readonly country: string;
  readonly city: string;
  readonly zip: string;
  readonly address: string;
};

const rows = sealedRows<BillingAddress>('billing_addresses');

const PLAIN = sql`json_build_object('name', name, 'country', country, 'city', city, 'zip', zip, 'address', address)`;
const EMPTY = sql`name = null, country = null, city = null, zip = null, address = null`;

export async function saveBillingAddress(database: Queryable, buyerId: string, billing: BillingAddress): Promise<void> {
  const { name, country, city, zip, address } = billing;
  const sealed = await rows.seal(database, buyerId, `buyer:${buyerId}`, { name, country, city, zip, address });
  await database.run(sql`
    insert into billing_addresses (buyer_id, sealed, updated_at) values (${buyerId}, ${sealed}, slipway_now())
    on conflict (buyer_id) do update set sealed = excluded.sealed, ${EMPTY}, updated_at = excluded.updated_at`);
}

export async function findBillingAddress(database: Queryable, buyerId: string): Promise<BillingAddress | undefined> {
  const found = await database.maybeOne<{ plain: BillingAddress; sealed: Buffer | null }>(
    sql`select ${PLAIN} as plain, sealed from billing_addresses where buyer_id = ${buyerId}`,
  );
  return found && rows.open(database, { row: buyerId, ...found });
}

export const plainBillingAddresses: PlainRows = {
  table: 'billing_addresses',
  async sealSome(transaction, limit) {
    const plain = await transaction.many<{ buyerId: string; plain: BillingAddress }>(sql`
      select buyer_id as "buyerId", ${PLAIN} as plain from billing_addresses
      where name is not null limit ${limit} for update skip locked`);
    for (const { buyerId, plain: billing } of plain) {
      const sealed = await rows.seal(transaction, buyerId, `buyer:${buyerId}`, billing);
      await transaction.run(sql`update billing_addresses set sealed = ${sealed}, ${EMPTY} where buyer_id = ${buyerId}`);
    }
    return plain.length;
  },
};
