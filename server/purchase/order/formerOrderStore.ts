import { createHmac } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { equalBytes, type Keys } from '../../platform/secrets.ts';
import type { Order } from './order.ts';
import { sealOf } from './orderSeal.ts';
import { findOrdersByIds } from './orderStore.ts';

const ENDED = ['delivered', 'refunded', 'cancelled', 'expired', 'failed'];

/**
 * Seals, as they stand, the orders under way that were made before there were seals, where their address is still bound to
 * them. Another address is left unsealed, and so is never paid to. Gives those that were sealed.
 */
export async function sealFormerOrders(
  transaction: Transaction,
  keys: Pick<Keys, 'orderSeal' | 'formerAddressMac'>,
): Promise<readonly Order[]> {
  const rows = await transaction.many<{ id: number; mac: Buffer }>(sql`
    select id, address_mac as mac from orders
    where seal is null and address_mac is not null and status <> all(${ENDED}) order by id for update`);
  const macs = new Map(rows.map(({ id, mac }) => [id, mac]));
  const orders = await findOrdersByIds(transaction, [...macs.keys()]);
  const bound = orders.filter((order) =>
    keys.formerAddressMac.some((key) => equalBytes(addressMac(key, order), macs.get(order.id) ?? Buffer.alloc(0))),
  );
  for (const order of bound)
    await transaction.run(sql`update orders set seal = ${sealOf(keys.orderSeal, order)} where id = ${order.id}`);
  return bound;
}

/** By which an address was bound to its order. */
function addressMac(key: Uint8Array, { orderNo, receiveCurrency, address }: Order): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify([orderNo, receiveCurrency, address]))
    .digest();
}
