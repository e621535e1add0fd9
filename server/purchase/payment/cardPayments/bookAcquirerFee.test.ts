import { type Amount, createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openSubmittedOrders, type SubmittedOrder } from '../submittedOrder.testing.ts';

const orders = await openSubmittedOrders();
const eur = (units: bigint) => createAmount(fiatAsset('EUR'), units);

/** Sets the fee of the captured payment and delivers `charge.updated`. */
async function reportFee(order: SubmittedOrder, acquirerFee: Amount | undefined): Promise<void> {
  const payment = order.acquirer.payments.get(order.paymentId);
  if (!payment) throw new Error('no payment');
  order.acquirer.payments.set(order.paymentId, { ...payment, ...(acquirerFee && { acquirerFee }) });
  await order.receiveEvent('payment.charge.updated', order.paymentId);
}

async function createAuthorizedOrder(): Promise<SubmittedOrder> {
  const order = await orders.submittedOrder();
  await order.payment.authorize();
  return order;
}

/** Returns the booked acquirer fees, in minor units. */
const readBookedFees = async ({ orderId }: SubmittedOrder) => {
  const rows = await orders.database.many<{ asset: string; units: bigint }>(sql`
    select asset, div(sum(units), 1000000) as units from ledger_postings
    where order_id = ${orderId} and account = 'expense:acquirer' group by asset order by asset`);
  return Object.fromEntries(rows.map(({ asset, units }) => [asset, units]));
};

test('books a fee that is reported with the capture, once', async () => {
  const order = await createAuthorizedOrder();
  const payment = order.acquirer.payments.get(order.paymentId);
  if (payment) order.acquirer.payments.set(order.paymentId, { ...payment, acquirerFee: eur(175n) });
  await order.payment.capture();
  await reportFee(order, eur(175n));
  expect(await readBookedFees(order)).toEqual({ 'iso4217:EUR': 175n });
});

test('books a fee that is reported later, once', async () => {
  const order = await createAuthorizedOrder();
  await order.payment.capture();
  expect(await readBookedFees(order)).toEqual({});
  await reportFee(order, undefined);
  await reportFee(order, eur(175n));
  await reportFee(order, eur(175n));
  expect(await readBookedFees(order)).toEqual({ 'iso4217:EUR': 175n });
  expect(await order.books()).toMatchObject({ 'asset:acquirer': 9_825n });
});

test('books a fee in the account’s settlement currency, once', async () => {
  const order = await createAuthorizedOrder();
  await order.payment.capture();
  await reportFee(order, createAmount(fiatAsset('USD'), 190n));
  await reportFee(order, createAmount(fiatAsset('USD'), 190n));
  expect(await readBookedFees(order)).toEqual({ 'iso4217:USD': 190n });
});
