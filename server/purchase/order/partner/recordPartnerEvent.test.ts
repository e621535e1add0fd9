import { orderStatuses } from '@slipway/contract/entities/order.ts';
import { type WebhookType, webhookEvent, webhookTypes } from '@slipway/contract/webhookEvents.ts';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { applyEvent } from '../machine/applyEvent.ts';
import { happyPath, openOrderMachineHarness } from '../orderMachineHarness.testing.ts';
import { silentOrderMachine } from '../silentStepContext.testing.ts';
import { findWebhookType } from './recordPartnerEvent.ts';

const { database, newOrder, applySteps, send } = await openOrderMachineHarness();

type Row = { readonly type: WebhookType; readonly sequence: number; readonly body: string };

async function listEvents(orderId: number): Promise<Row[]> {
  return database.many<Row>(
    sql`select type, sequence, body from partner_events where order_id = ${orderId} order by entry`,
  );
}

const REFERENCES = { reference: 'cart 17', refererUrl: 'https://shop.example/cart', refererOrder: '2ZZC583FAYCFDQL3' };
const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

describe('recordPartnerEvent', () => {
  test('records one event for each change of a partner’s order, without the wallet address', async () => {
    const id = await newOrder({ partnerId: 'shop', address: ADDRESS, ...REFERENCES });
    await applySteps(id, happyPath.slice(0, -1));
    await database.run(sql`
      insert into payouts (id, batch_id, order_id, network, asset, decimals, fee_asset, fee_decimals, from_address,
        to_address, units, status, transaction_id, created_at, updated_at)
      values ('pay_1', 'pay_1', ${id}, 'bitcoin', 'BTC', 8, 'BTC', 8, 'from', ${ADDRESS}, 1, 'confirmed', 'tx_1',
        slipway_now(), slipway_now())`);
    await applySteps(id, happyPath.slice(-1));
    await send(id, 'payment_disputed', { paymentId: 'pi_1', disputeId: 'dp_1', units: 10_000n, disputeFeeUnits: null });
    const rows = await listEvents(id);
    expect(rows.map(({ type }) => type)).toEqual([
      ...happyPath.map(([, status]) => `order.${status}`),
      'order.dispute_changed',
    ]);
    const events = rows.map(({ body }) => webhookEvent.strict().parse(JSON.parse(body)));
    expect(events.map(({ type, data }) => [type, data.sequence])).toEqual(
      rows.map(({ type, sequence }) => [type, sequence]),
    );
    expect(events.map(({ data }) => data.transactionId)).toEqual([...Array(6).fill(null), 'tx_1', 'tx_1']);
    expect(events.at(-1)?.data).toMatchObject({ status: 'delivered', dispute: 'open', ...REFERENCES });
    for (const { body } of rows) expect(body).not.toContain(ADDRESS);
  });

  test('records nothing for events that change nothing, and nothing for orders without a partner', async () => {
    const own = await newOrder();
    await applySteps(own, happyPath);
    expect(await listEvents(own)).toEqual([]);
    const id = await newOrder({ partnerId: 'shop' });
    await send(id, 'payment_submitted', { attemptId: 'att_1' }, 'once');
    await send(id, 'payment_submitted', { attemptId: 'att_1' }, 'once');
    await send(id, 'refund_settled', { refundId: 'ref_1', units: 1n, channel: null });
    expect((await listEvents(id)).map(({ type }) => type)).toEqual(['order.authorizing']);
  });

  test('records nothing when the change is rolled back', async () => {
    const id = await newOrder({ partnerId: 'shop' });
    const event = { kind: 'payment_submitted', key: 'once', facts: { attemptId: 'att_1' } } as const;
    const changing = database.transaction(async (transaction) => {
      await applyEvent(silentOrderMachine, transaction, id, event);
      throw new Error('changed my mind');
    });
    await expect(changing).rejects.toThrow('changed my mind');
    expect(await listEvents(id)).toEqual([]);
  });
});

describe('the type of an event', () => {
  const plain = { status: 'delivered', exception: 'none', dispute: 'none' } as const;

  test('is that of the first change among status, dispute and exception', () => {
    expect(findWebhookType(plain, { status: 'on_hold', exception: 'overpaid', dispute: 'open' })).toBe('order.on_hold');
    expect(findWebhookType(plain, { ...plain, exception: 'overpaid', dispute: 'lost' })).toBe('order.dispute_changed');
    expect(findWebhookType(plain, { ...plain, exception: 'overpaid' })).toBe('order.exception_changed');
    expect(findWebhookType(plain, plain)).toBeUndefined();
  });

  test('is `order.created` for a new order; the contract has a type for each status', () => {
    const named = orderStatuses.map((status) => findWebhookType(null, { ...plain, status }));
    expect(named).toEqual(Array(orderStatuses.length).fill('order.created'));
    for (const status of orderStatuses) expect(webhookTypes).toHaveProperty([`order.${status}`]);
  });
});
