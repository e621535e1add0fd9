import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { expectServerStatus, readOrder } from '../books/databaseChecks.ts';
import { newEmail } from '../buyers/buyerDetails.ts';
import { createGatewayClient, placeTransferOrder } from '../buyers/gatewayClient.ts';
import { expect, test } from '../world.ts';

/** Returns ether and an unused address: a risk rule holds orders to an address with many buyers. */
function newDestination() {
  return { getCurrency: 'ETH', address: privateKeyToAddress(generatePrivateKey()) };
}

test('an operator holds an order, views it and refunds it', async ({ origin, desk, books, operator }) => {
  const client = createGatewayClient(origin);
  const authToken = await client.logIn(desk, newEmail());
  const { orderNo, reference } = await placeTransferOrder(client, authToken, newDestination());
  await operator.run('hold', orderNo);
  await desk.sendBankTransfer({ reference, amount: '100', currency: 'EUR' });
  await expectServerStatus(books, orderNo, 'on_hold');
  expect(await operator.run('show', orderNo)).toContain('payment_received');
  expect(await operator.run('refund', orderNo)).toContain('refunding');
  await expectServerStatus(books, orderNo, 'refunded');
  expect(await operator.run('list', 'history')).toMatch(new RegExp(`anna .*refund .*order ${orderNo}`));
});

test('an unmatched payment waits until an operator matches it', async ({ origin, desk, books, operator }) => {
  const client = createGatewayClient(origin);
  const authToken = await client.logIn(desk, newEmail());
  const { orderNo } = await placeTransferOrder(client, authToken, newDestination());
  // The reference contains the order's number, but not the order's creditor reference.
  await desk.sendBankTransfer({ reference: `my dear ${orderNo}`, amount: '100', currency: 'EUR' });
  const findReceipt = async () =>
    (await operator.run('list', 'receipts')).split('\n').find((line) => line.includes(orderNo));
  await expect.poll(findReceipt).toBeDefined();
  const receipt = (await findReceipt())?.split(/\s{2,}/)[0] ?? '';
  expect(await operator.run('match', receipt, orderNo)).toContain('the payment is matched to the order');
  await expectServerStatus(books, orderNo, 'delivered');
});

test('an order whose address is added to a sanctions list is frozen until two people release it', async ({
  origin,
  desk,
  books,
  operator,
}) => {
  const client = createGatewayClient(origin);
  const authToken = await client.logIn(desk, newEmail());
  const destination = newDestination();
  const { address } = destination;
  const { orderNo, reference } = await placeTransferOrder(client, authToken, destination);
  await desk.sanctionAddress(address);
  const readFault = async () => (await client.data('validateGetAddress', { address, getCurrency: 'ETH' }))['fault'];
  await expect.poll(readFault).toBe('denied');
  await desk.sendBankTransfer({ reference, amount: '100', currency: 'EUR' });
  await expectServerStatus(books, orderNo, 'on_hold');
  expect(await desk.balance('ethereum', 'ETH', address)).toBe(0n);
  expect(await operator.run('show', orderNo)).toMatch(/ofac \S+/);
  await expect(operator.run('clear', orderNo)).rejects.toThrow('on a deny list');
  expect((await readOrder(books, orderNo)).status).toBe('on_hold');
  await expect(operator.run('refuse', orderNo)).rejects.toThrow('unfreeze it first');
  const [, request = ''] = /request (\d+) waits/.exec(await operator.run('unfreeze', orderNo)) ?? [];
  await expect(operator.run('approve', request)).rejects.toThrow('your own');
  await operator.runAs('berta', 'approve', request);
  await operator.run('refuse', orderNo);
  await expectServerStatus(books, orderNo, 'refunded');
});
