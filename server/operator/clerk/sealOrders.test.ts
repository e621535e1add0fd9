import { createHmac } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { deriveKeys } from '../../platform/secrets.ts';
import { isSealed } from '../../purchase/order/orderSeal.ts';
import { findOrderById } from '../../purchase/order/orderStore.ts';
import { storeOrder } from '../../purchase/order/storedOrder.testing.ts';
import { requestIn } from '../commandRunner.testing.ts';
import { typedBy } from '../persons/testPersons.testing.ts';
import { runCommand } from '../runCommand.ts';

const { database } = await openOwnDatabase();
const keys = deriveKeys(Buffer.from('a secret for these tests alone, long enough'));

/** By two persons; the second one's command has what is given. */
async function sealOrders(given: { readonly keys?: typeof keys }): Promise<string> {
  const request = requestIn(await runCommand(typedBy('anna', { database }), 'seal-orders', []));
  return runCommand(typedBy('ben', { database, ...given }), 'approve', [request]);
}

/** As a version without seals left it: its address bound to it, or another one. */
async function formerOrder(status: string, boundTo?: string) {
  const { id, orderNo } = await storeOrder(database);
  const order = await findOrderById(database, id);
  const bound = JSON.stringify([orderNo, order?.receiveCurrency, boundTo ?? order?.address]);
  const mac = createHmac('sha256', keys.formerAddressMac[0]).update(bound).digest();
  await database.run(sql`update orders set address_mac = ${mac}, status = ${status} where id = ${id}`);
  const isSealedNow = async () => {
    const now = await findOrderById(database, id);
    return now !== undefined && isSealed(keys.orderSeal, now);
  };
  return { orderNo, isSealedNow };
}

test('orders under way of a version without seals are sealed once, those with their own address alone', async () => {
  const open = await formerOrder('paid');
  const changed = await formerOrder('paid', 'another address');
  const ended = await formerOrder('delivered');
  const printed = await sealOrders({ keys });
  expect(printed).toContain(open.orderNo);
  expect(await Promise.all([open, changed, ended].map((order) => order.isSealedNow()))).toEqual([true, false, false]);
  expect(await sealOrders({ keys })).toContain('no order under way');
  const lines = await database.many(
    sql`select who, approved_by as second from audit_trail where action = 'seal-orders'`,
  );
  expect(lines).toEqual([{ who: 'anna', second: 'ben' }]);
  await expect(sealOrders({})).rejects.toThrow('SLIPWAY_SECRET');
});
