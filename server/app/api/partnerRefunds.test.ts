import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { getErrorKey, openPartnerServer, type PartnerServer } from '../../partner/api/partnerServer.testing.ts';
import { storeOrder } from '../../purchase/order/storedOrder.testing.ts';
import { openOwnGateway } from './testGateway.testing.ts';

const gateway = await openOwnGateway();
const { database } = gateway;
const shop = await openPartnerServer(gateway, 'shop');
const other = await openPartnerServer(gateway, 'other');

describe('requestRefund', () => {
  let keys = 0;
  const requestRefund = (server: PartnerServer, orderNo: string, reason = 'paid twice') =>
    server.call('requestRefund', { orderNo, reason, idempotencyKey: `refund-of-an-order-${++keys}` });

  async function storeOrderWith(change: Record<string, string>, units = 'pay_units', partnerId = 'shop') {
    const { id, orderNo } = await storeOrder(database, {
      partnerId,
      ...(change['offerType'] ? { offerType: change['offerType'] } : {}),
    });
    const { status = 'paid' } = change;
    const sum = units === 'pay_units' ? sql`pay_units` : sql`0`;
    await database.run(sql`update orders set status = ${status}, captured_units = ${sum} where id = ${id}`);
    return { id, orderNo };
  }

  test('raises an alert for a person and moves no money', async () => {
    const { id, orderNo } = await storeOrderWith({});
    const { body } = await requestRefund(shop, orderNo);
    expect(body.data).toEqual({ orderNo, requestedAt: expect.any(String) });
    expect(await database.many(sql`select kind, facts from operator_alerts where order_id = ${id}`)).toEqual([
      { kind: 'partner_refund_request', facts: { orderNo, partner: 'shop' } },
    ]);
    expect(
      await database.many(sql`select reason, key_id as key from partner_refund_requests where order_id = ${id}`),
    ).toEqual([{ reason: 'paid twice', key: shop.signedParts.keyId }]);
    expect(await database.many(sql`select 1 from operator_requests`)).toEqual([]);
    expect(await database.many(sql`select status from orders where id = ${id}`)).toEqual([{ status: 'paid' }]);
  });

  test('is refused while a request is unanswered', async () => {
    const { id, orderNo } = await storeOrderWith({});
    await requestRefund(shop, orderNo);
    expect(getErrorKey(await requestRefund(shop, orderNo))).toBe('refund_already_requested');
    await database.run(
      sql`update operator_alerts set settled_at = slipway_now(), settled_by = 'anna' where order_id = ${id}`,
    );
    expect(getErrorKey(await requestRefund(shop, orderNo))).toBeUndefined();
  });

  test('accepts one of several concurrent requests for an order', async () => {
    const { orderNo } = await storeOrderWith({});
    const answers = await Promise.all([
      requestRefund(shop, orderNo),
      requestRefund(shop, orderNo),
      requestRefund(shop, orderNo),
    ]);
    expect(answers.map(getErrorKey).filter((error) => error === 'refund_already_requested')).toHaveLength(2);
  });

  test.each([
    [{ status: 'awaiting_payment' }, '0', 'refund_nothing_paid'],
    [{ status: 'authorizing' }, '0', 'refund_nothing_paid'],
    [{ status: 'expired' }, '0', 'refund_nothing_paid'],
    [{ status: 'refunding' }, 'pay_units', 'refund_under_way'],
    [{ status: 'refunded' }, 'pay_units', 'refund_under_way'],
    [{ status: 'voiding' }, '0', 'refund_under_way'],
    [{ status: 'delivered' }, 'pay_units', 'refund_too_late'],
    [{ offerType: 'moonpay' }, 'pay_units', 'refund_at_provider'],
    [{ status: 'on_hold' }, 'pay_units', undefined],
    [{ status: 'converted' }, 'pay_units', undefined],
  ] as const)('for an order with %j and %s paid, returns the error %s', async (change, units, error) => {
    const { orderNo } = await storeOrderWith(change, units);
    expect(getErrorKey(await requestRefund(shop, orderNo))).toBe(error);
  });

  test('answers for another partner’s order as for an unknown one', async () => {
    const { id, orderNo } = await storeOrderWith({}, 'pay_units', 'other');
    const none = await requestRefund(shop, 'ABCDEFGHJKLMNPQRSTUV');
    expect(getErrorKey(none)).toBe('order_unknown');
    expect((await requestRefund(shop, orderNo)).body).toEqual(none.body);
    expect(await database.many(sql`select 1 from operator_alerts where order_id = ${id}`)).toEqual([]);
    expect(getErrorKey(await requestRefund(other, orderNo))).toBeUndefined();
  });

  test.each(['', ' ', 'two\nlines', '\u001b[2J', 'x'.repeat(501)])(
    'refuses the reason %j as malformed',
    async (reason) => {
      const { orderNo } = await storeOrderWith({});
      expect(getErrorKey(await requestRefund(shop, orderNo, reason))).toBe('malformed');
    },
  );
});
