import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

export type BillingAddress = {
  readonly name: string;
  readonly country: string;
  readonly city: string;
  readonly zip: string;
  readonly address: string;
};

export async function saveBillingAddress(database: Queryable, buyerId: string, billing: BillingAddress): Promise<void> {
  await database.run(sql`
    insert into billing_addresses (buyer_id, name, country, city, zip, address, updated_at)
    values (${buyerId}, ${billing.name}, ${billing.country}, ${billing.city}, ${billing.zip}, ${billing.address}, slipway_now())
    on conflict (buyer_id) do update set name = excluded.name, country = excluded.country, city = excluded.city,
      zip = excluded.zip, address = excluded.address, updated_at = excluded.updated_at`);
}

export async function findBillingAddress(database: Queryable, buyerId: string): Promise<BillingAddress | undefined> {
  return database.maybeOne<BillingAddress>(
    sql`select name, country, city, zip, address from billing_addresses where buyer_id = ${buyerId}`,
  );
}
