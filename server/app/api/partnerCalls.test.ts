import type { PartnerCallData } from '@slipway/contract/partnerCalls.ts';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { getErrorKey, openPartnerServer } from '../../partner/api/partnerServer.testing.ts';
import type { Order } from '../../purchase/order/order.ts';
import { createEventApplier, storeOrder } from '../../purchase/order/storedOrder.testing.ts';
import { openOwnGateway } from './testGateway.testing.ts';

const gateway = await openOwnGateway();
const { database } = gateway;
const shop = await openPartnerServer(gateway, 'shop');

const storeFor = (partnerId: string, change: Partial<Order> = {}) => storeOrder(database, { partnerId, ...change });

describe('orderStatus', () => {
  test('returns the same data of an order as its webhooks', async () => {
    const { orderNo, id } = await storeFor('shop', { reference: 'cart 17' });
    await createEventApplier(database, id)('payment_window_closed', {});
    const { body } = await shop.call('orderStatus', { orderNo });
    expect(body.data).toMatchObject({ orderNo, status: 'expired', reference: 'cart 17', transactionId: null });
    const { eventBody } = await database.one<{ eventBody: string }>(
      sql`select body as "eventBody" from partner_events where order_id = ${id}`,
    );
    const { createdAt: _, ...data } = body.data as Record<string, unknown>;
    expect(data).toEqual((JSON.parse(eventBody) as { data: unknown }).data);
    expect(JSON.stringify(body)).not.toMatch(/address|email|buyer/i);
  });

  test('finds the newest order by reference, and refuses a request with neither or both keys', async () => {
    await storeFor('shop', { reference: 'cart 18' });
    const { orderNo } = await storeFor('shop', { reference: 'cart 18' });
    await storeFor('other', { reference: 'cart 18' });
    const { body } = await shop.call('orderStatus', { reference: 'cart 18' });
    expect(body.data).toMatchObject({ orderNo });
    expect(getErrorKey(await shop.call('orderStatus', { reference: 'cart 19' }))).toBe('order_unknown');
    expect(getErrorKey(await shop.call('orderStatus', {}))).toBe('malformed');
    expect(getErrorKey(await shop.call('orderStatus', { orderNo, reference: 'cart 18' }))).toBe('malformed');
  });

  test('answers for another partner’s order as for an unknown one', async () => {
    const { orderNo } = await storeFor('other', { reference: 'theirs' });
    const { orderNo: nobodys } = await storeFor('0', { reference: 'nobodys' });
    const none = await shop.call('orderStatus', { orderNo: 'ABCDEFGHJKLMNPQRSTUV' });
    expect(getErrorKey(none)).toBe('order_unknown');
    for (const query of [{ orderNo }, { orderNo: nobodys }, { reference: 'theirs' }, { reference: 'nobodys' }])
      expect((await shop.call('orderStatus', query)).body).toEqual(none.body);
  });
});

describe('orders', () => {
  type Page = PartnerCallData<'orders'>;
  const readPage = async (input: Parameters<typeof shop.call<'orders'>>[1]): Promise<Page> =>
    (await shop.call('orders', input)).body.data;

  test('returns the partner’s orders once each, newest first', async () => {
    const made: string[] = [];
    for (let count = 0; count < 7; count++) made.unshift((await storeFor('shop', { reference: 'walk' })).orderNo);
    await storeFor('other', { reference: 'walk' });
    const read: string[] = [];
    let page: Page | undefined;
    do {
      page = await readPage({ reference: 'walk', limit: 3, ...(page?.next ? { after: page.next } : {}) });
      read.push(...page.orders.map(({ orderNo }) => orderNo));
    } while (page.next !== null);
    expect(read).toEqual(made);
    expect((await readPage({})).orders.slice(0, 7).map(({ orderNo }) => orderNo)).toEqual(made);
  });

  test('refuses another partner’s order as the cursor', async () => {
    const { orderNo } = await storeFor('other');
    expect(getErrorKey(await shop.call('orders', { after: orderNo }))).toBe('cursor_unknown');
  });
});
