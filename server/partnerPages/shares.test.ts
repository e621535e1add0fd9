import { randomUUID } from 'node:crypto';
import { createAmount } from '@slipway/money/amount.ts';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { applyEvent } from '../purchase/order/machine/applyEvent.ts';
import { exampleOrder } from '../purchase/order/orderArbitraries.testing.ts';
import { happyPath } from '../purchase/order/orderMachineHarness.testing.ts';
import { silentOrderMachine } from '../purchase/order/silentStepContext.testing.ts';
import { storeOrder } from '../purchase/order/storedOrder.testing.ts';
import { buildBankEntry, createTestBank, EURO } from '../purchase/refund/testBank.testing.ts';
import { openPartnerPagesWorld } from './partnerPagesWorld.testing.ts';

const { database, operate, openOwner, openDeveloper } = await openPartnerPagesWorld();
const bank = createTestBank(database);

/** Delivers an order that earns its partner this share, and returns its number. */
async function earnShare(partnerId: string, cents: bigint): Promise<string> {
  const { id, orderNo } = await storeOrder(database, {
    partnerId,
    partnerShare: createAmount(exampleOrder.pay.asset, cents),
  });
  for (const [event] of happyPath)
    await database.transaction((transaction) => applyEvent(silentOrderMachine, transaction, id, event(randomUUID())));
  return orderNo;
}

/** Books a transfer at the bank and has it recorded as a payment of shares. */
async function payShares(partnerId: string, cents: bigint, endToEndId = ''): Promise<void> {
  const reference = randomUUID();
  const entry = { direction: 'debit', amount: createAmount(EURO, cents), reference, endToEndId } as const;
  await bank.deliverBookings(buildBankEntry(entry));
  const { id } = await database.one<{ id: string }>(sql`select id from bank_entries where reference = ${reference}`);
  await operate('pay-shares', [partnerId, id], { until: new Date().toISOString() });
}

test('shows what was earned, paid and is owed, as the ledger has it', async () => {
  const owner = await openOwner('shop');
  expect(await owner.call('shares', {})).toEqual({ share: '0', owed: [], earned: [], payments: [] });
  await earnShare('shop', 250n);
  const orderNo = await earnShare('shop', 500n);
  await earnShare('tea', 900n);
  await payShares('shop', 300n, 'SHARES-2026-11');
  await payShares('shop', 50n);

  const month = new Date().toISOString().slice(0, 7);
  const expected = {
    share: '0',
    owed: [{ amount: '4.00', unit: 'EUR' }],
    earned: [{ month, orders: 2, share: { amount: '7.50', unit: 'EUR' } }],
    payments: [
      { amount: { amount: '0.50', unit: 'EUR' }, bookedOn: '2026-11-21', reference: null },
      { amount: { amount: '3.00', unit: 'EUR' }, bookedOn: '2026-11-21', reference: 'SHARES-2026-11' },
    ],
  };
  const shown = await owner.call('shares', {});
  expect(shown).toMatchObject(expected);
  expect(shown.payments).toHaveLength(2);
  expect(await (await openDeveloper(owner, 'Dev')).call('shares', {})).toEqual(shown);

  expect(await owner.call('order', { orderNo })).toMatchObject({ share: { amount: '5.00', unit: 'EUR' } });
  const { orderNo: unpaid } = await storeOrder(database, { partnerId: 'shop' });
  expect((await owner.call('orders', {})).orders.map((order) => [order.orderNo, order.share?.amount ?? null])).toEqual([
    [unpaid, null],
    [orderNo, '5.00'],
    [expect.any(String), '2.50'],
  ]);
});

test('does not show a share as owed after a lost dispute has taken it back', async () => {
  const owner = await openOwner('tea');
  const before = await owner.call('shares', {});
  const orderNo = await earnShare('tea', 100n);
  const { id } = await database.one<{ id: number }>(sql`select id::int as id from orders where order_no = ${orderNo}`);
  const facts = { paymentId: 'pi_1', disputeId: 'dp_1', units: exampleOrder.pay.units };
  const lost = { kind: 'dispute_lost', key: randomUUID(), facts } as const;
  await database.transaction((transaction) => applyEvent(silentOrderMachine, transaction, id, lost));
  expect((await owner.call('shares', {})).owed).toEqual(before.owed);
  expect(await owner.call('order', { orderNo })).toMatchObject({ share: { amount: '0.00', unit: 'EUR' } });
});
