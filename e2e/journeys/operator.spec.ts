import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { expectServerStatus, readOrder } from '../booksCheck.ts';
import { createGatewayClient, orderByTransfer } from '../gatewayClient.ts';
import { operate, operateAs, operateByTwo } from '../operate.ts';
import { newEmail } from '../purchase.ts';
import { expect, test } from '../world.ts';

/** Paid to by nobody else: an address to which many buyers send is held. */
function freshAddress() {
  return { getCurrency: 'ETH', address: privateKeyToAddress(generatePrivateKey()) };
}

test('a currency is switched off and on while the product runs', async ({ origin }) => {
  const client = createGatewayClient(origin);
  const asked = { sendCurrency: 'MYR', sendCurrencyAmount: '500', getCurrency: 'BTC', getCurrencyAmount: '' };
  const error = async () => (await client.call('offerInquiry', asked)).body.data?.error;
  expect(await error()).toBeUndefined();
  await operate('set', 'currency', 'MYR', 'enabled=false');
  await expect.poll(error).toBe('pay_currency_unsupported');
  await operateByTwo('set', 'currency', 'MYR', 'enabled=true');
  await expect.poll(error).toBeUndefined();
});

test('an order is held, looked at, and refunded by hand', async ({ origin, desk, books }) => {
  const client = createGatewayClient(origin);
  const authToken = await client.logIn(desk, newEmail());
  const { orderNo, reference } = await orderByTransfer(client, authToken, freshAddress());
  await operate('hold', orderNo);
  await desk.sendBankTransfer({ reference, amount: '100', currency: 'EUR' });
  await expectServerStatus(books, orderNo, 'on_hold');
  expect(await operate('show', orderNo)).toContain('payment_received');
  expect(await operate('refund', orderNo)).toContain('refunding');
  await expectServerStatus(books, orderNo, 'refunded');
  expect(await operate('list', 'history')).toMatch(new RegExp(`anna .*refund .*order ${orderNo}`));
});

test('money without a reference waits, and is matched by hand', async ({ origin, desk, books }) => {
  const client = createGatewayClient(origin);
  const authToken = await client.logIn(desk, newEmail());
  const { orderNo } = await orderByTransfer(client, authToken, freshAddress());
  const text = `my dear ${orderNo}`;
  await desk.sendBankTransfer({ reference: text, amount: '100', currency: 'EUR' });
  const waiting = async () => (await operate('list', 'receipts')).split('\n').find((line) => line.includes(orderNo));
  await expect.poll(waiting).toBeDefined();
  const entry = (await waiting())?.split(/\s{2,}/)[0] ?? '';
  expect(await operate('match', entry, orderNo)).toContain('the money is the order’s');
  await expectServerStatus(books, orderNo, 'delivered');
});

test('an address that a list takes up while its order is under way is frozen: nothing moves before two people lift it', async ({
  origin,
  desk,
  books,
}) => {
  const client = createGatewayClient(origin);
  const authToken = await client.logIn(desk, newEmail());
  const wanted = freshAddress();
  const { address } = wanted;
  const { orderNo, reference } = await orderByTransfer(client, authToken, wanted);
  await fetch(`${desk.url}/api/sanctions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address }),
  });
  const checked = async () => (await client.data('validateGetAddress', { address, getCurrency: 'ETH' }))['fault'];
  await expect.poll(checked).toBe('denied');
  await desk.sendBankTransfer({ reference, amount: '100', currency: 'EUR' });
  await expectServerStatus(books, orderNo, 'on_hold');
  expect(await desk.balance('ethereum', 'ETH', address)).toBe(0n);
  expect(await operate('show', orderNo)).toMatch(/ofac \S+/);
  await expect(operate('clear', orderNo)).rejects.toThrow('on a list');
  const order = await readOrder(books, orderNo);
  expect(order.status).toBe('on_hold');
  await expect(operate('refuse', orderNo)).rejects.toThrow('unfreeze it first');
  const [, request = ''] = /request (\d+) waits/.exec(await operate('unfreeze', orderNo)) ?? [];
  await expect(operate('approve', request)).rejects.toThrow('your own');
  await operateAs('berta', 'approve', request);
  await operate('refuse', orderNo);
  await expectServerStatus(books, orderNo, 'refunded');
});
