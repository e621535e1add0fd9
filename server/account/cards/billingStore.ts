import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { sealedRows } from '../../platform/personal/sealedRows.ts';

export type BillingAddress = {
  readonly name: string;
  readonly country: string;
  readonly city: string;
  readonly zip: string;
  readonly address: string;
};

const rows = sealedRows<BillingAddress>('billing_addresses');

export async function saveBillingAddress(database: Queryable, buyerId: string, billing: BillingAddress): Promise<void> {
  const { name, country, city, zip, address } = billing;
  const sealed = await rows.seal(database, buyerId, `buyer:${buyerId}`, { name, country, city, zip, address });
  await database.run(sql`
    insert into billing_addresses (buyer_id, sealed, updated_at) values (${buyerId}, ${sealed}, slipway_now())
    on conflict (buyer_id) do update set sealed = excluded.sealed, updated_at = excluded.updated_at`);
}

export async function findBillingAddress(database: Queryable, buyerId: string): Promise<BillingAddress | undefined> {
  const found = await database.maybeOne<{ sealed: Buffer }>(
    sql`select sealed from billing_addresses where buyer_id = ${buyerId}`,
  );
  return found && rows.open(database, { row: buyerId, ...found });
}
