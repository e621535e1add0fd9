import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findRequest } from '../../../action/requests/requestStore.ts';
import { seedConfiguration } from '../../../configuration/changeConfiguration.ts';
import { seededSettings } from '../../../configuration/seededSettings.testing.ts';
import { createCommandRunner } from '../../../operator/commandLine/commandRunner.testing.ts';
import { findDueWarnings, findPendingWorkOfOrders } from '../../../operator/deadlines/pendingWorkStore.ts';
import { requestAs, testRootKeys } from '../../../operator/persons/testPersons.testing.ts';
import { executeOperatorRequests } from '../../../operator/requests/executeOperatorRequests.ts';
import {
  expectDoneAfterAnyCrash,
  runBetweenReadAndLock,
} from '../../../operator/requests/interruptedRequest.testing.ts';
import { showOrders } from '../../../operator/show/showCommand.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { PayoutView } from '../../../providers/chain/chainPort.ts';
import { ok } from '../../../providers/outcome.ts';
import { openConvertedOrders } from '../../delivery/convertedOrder.testing.ts';
import { noMails } from '../../order/silentStepContext.testing.ts';

const { database, createConvertedOrder, advanceClock, cancelOpenOrders } = await openConvertedOrders();
const { rules } = seededSettings();
const venue = undefined as never;

afterEach(cancelOpenOrders);

beforeAll(async () => {
  await seedConfiguration(database, []);
});

type Order = Awaited<ReturnType<typeof createConvertedOrder>>;

const runOnOrder = (order: Order, ...args: Parameters<ReturnType<typeof createCommandRunner>>) =>
  createCommandRunner({ ...order.context, venue, rules, riskRules: () => [] })(...args);

const executeRequests = (order: Order) =>
  executeOperatorRequests({
    ...noMails,
    ...order.context,
    venue,
    rules,
    riskRules: () => [],
    rootKeys: testRootKeys,
    isSandbox: true,
  });

const listFormFees = (order: Order) => order.fees();

describe('a payout that is not in a block', () => {
  test('is sent again with a higher fee when an operator requests it', async () => {
    const order = await createConvertedOrder();
    await order.steps.send();
    expect(await runOnOrder(order, 'raise-fee', [order.orderNo])).toContain('sent again with a higher fee');
    const [first = 0n, second = 0n] = await listFormFees(order);
    expect(second).toBeGreaterThan(first);
    expect(new Set(order.broadcasts).size).toBe(2);
  });

  test('is bumped once per request, even if its node does not answer the broadcast', async () => {
    const order = await createConvertedOrder();
    await order.steps.send();
    const id = await requestAs(database, { action: 'raise-fee', subject: order.orderNo, input: {} });
    const { broadcastPayout } = order.chain;
    order.chain.broadcastPayout = async () => ({ kind: 'unknown', detail: 'timeout' });
    for (let rounds = 0; rounds < 3; rounds += 1) await executeRequests(order);
    expect(await findRequest(database, id)).toMatchObject({ status: 'approved' });
    expect(await listFormFees(order)).toHaveLength(2);
    order.chain.broadcastPayout = broadcastPayout;
    await executeRequests(order);
    expect(await findRequest(database, id)).toMatchObject({ status: 'done' });
    expect(await listFormFees(order)).toHaveLength(2);
  });

  const inputs = { 'raise-fee': {}, 'cancel-payout': { orders: '1' } };

  test.each(['raise-fee', 'cancel-payout'] as const)('gets one more form by %s after a crash at any point', (action) =>
    expectDoneAfterAnyCrash(database, async () => {
      const order = await createConvertedOrder();
      await order.steps.send();
      const id = await requestAs(database, { action, subject: order.orderNo, input: inputs[action] });
      return {
        id,
        work: (given) => executeRequests({ ...order, context: { ...order.context, database: given } }),
        expectEffect: async () => expect(await listFormFees(order)).toHaveLength(2),
      };
    }),
  );

  test.each(['raise-fee', 'cancel-payout'] as const)(
    'gets one more form by %s with two concurrent workers',
    async (action) => {
      const order = await createConvertedOrder();
      await order.steps.send();
      const id = await requestAs(database, { action, subject: order.orderNo, input: inputs[action] });
      const executeWith = (given: Database) =>
        executeRequests({ ...order, context: { ...order.context, database: given } });
      await runBetweenReadAndLock(database, 'from payouts', executeWith);
      await executeWith(database);
      expect(await findRequest(database, id)).toMatchObject({ status: 'done' });
      expect(await listFormFees(order)).toHaveLength(2);
    },
  );

  test('counts as bumped when a block includes it before the worker has finished', async () => {
    const order = await createConvertedOrder();
    await order.steps.send();
    const id = await requestAs(database, { action: 'raise-fee', subject: order.orderNo, input: {} });
    order.chain.broadcastPayout = async () => ({ kind: 'unknown', detail: 'timeout' });
    await executeRequests(order);
    order.chain.getPayout = async () => ok({ status: 'included', confirmations: 64, final: true });
    await order.steps.watch();
    await executeRequests(order);
    expect(await findRequest(database, id)).toMatchObject({ status: 'done' });
  });

  test('is not bumped above its ceiling, and the refusal names the setting', async () => {
    const order = await createConvertedOrder({ maximumFee: () => '0.000000000000000101' });
    await order.steps.send();
    await expect(runOnOrder(order, 'raise-fee', [order.orderNo])).rejects.toThrow('maximumFee');
    expect(await listFormFees(order)).toHaveLength(1);
  });

  test('is cancelled, and can be refunded if a hold was requested first', async () => {
    const order = await createConvertedOrder();
    await order.steps.send();
    expect(await runOnOrder(order, 'hold', [order.orderNo])).toBe(`${order.orderNo}: delivering`);
    expect(await runOnOrder(order, 'cancel-payout', [order.orderNo])).toContain('the cancellation was sent');
    expect(await listFormFees(order)).toHaveLength(2);
    // A repeated request signs the same cancellation.
    await runOnOrder(order, 'cancel-payout', [order.orderNo]);
    expect(await listFormFees(order)).toHaveLength(2);
    const cancellation: PayoutView = { status: 'included', confirmations: 64, final: true };
    const payment: PayoutView = { status: 'replaced', confirmations: 0, final: true, replacedBy: 'tx' };
    order.chain.getPayout = async ({ bytes }) => ok(bytes.includes('0xTreasury') ? cancellation : payment);
    await order.steps.watch();
    expect(await order.order()).toMatchObject({ status: 'on_hold', heldFrom: 'converted', payoutSigned: false });
    expect(await runOnOrder(order, 'refuse', [order.orderNo])).toBe(`${order.orderNo}: refunding`);
  });

  test('is paid again after its cancellation if its order is not held', async () => {
    const order = await createConvertedOrder();
    await order.steps.send();
    await runOnOrder(order, 'cancel-payout', [order.orderNo]);
    const cancellation: PayoutView = { status: 'included', confirmations: 64, final: true };
    const payment: PayoutView = { status: 'replaced', confirmations: 0, final: true, replacedBy: 'tx' };
    order.chain.getPayout = async ({ bytes }) => ok(bytes.includes('0xTreasury') ? cancellation : payment);
    await order.steps.watch();
    expect((await order.order())?.status).toBe('converted');
  });
});

describe('a payout in a batch', () => {
  async function createBatch() {
    const first = await createConvertedOrder({ mostPayees: 50 });
    const second = await createConvertedOrder({ sharedWith: first });
    await first.steps.send();
    await second.steps.send();
    return { first, second, numbers: [first.orderNo, second.orderNo] };
  }

  test('is cancelled with its batch only if the number of orders is given, and the output names the orders', async () => {
    const { first, second, numbers } = await createBatch();
    for (const orders of ['', '3'])
      await expect(runOnOrder(second, 'cancel-payout', [second.orderNo], 'anna', { orders })).rejects.toThrow(
        `pays 2 orders, and all of their payouts are cancelled: ${numbers.join(', ')}; give --orders 2`,
      );
    expect(await listFormFees(first)).toHaveLength(1);
    // The number of orders is signed: the worker also refuses a wrong one.
    for (const input of [{}, { orders: '1' }, { orders: '3' }] as Readonly<Record<string, string>>[]) {
      const id = await requestAs(database, { action: 'cancel-payout', subject: second.orderNo, input });
      await executeRequests(second);
      expect(await findRequest(database, id)).toMatchObject({
        status: 'refused',
        result: expect.stringContaining('its transaction pays 2 orders'),
      });
    }
    expect(await listFormFees(first)).toHaveLength(1);
    const output = await runOnOrder(second, 'cancel-payout', [second.orderNo], 'anna', { orders: '2' });
    expect(output).toContain(`for the 2 orders of its transaction, ${numbers.join(', ')}`);
    expect(await listFormFees(first)).toHaveLength(2);
  });

  test('is bumped for the batch, and found by its transaction', async () => {
    const { first, second, numbers } = await createBatch();
    expect(await runOnOrder(second, 'raise-fee', [second.orderNo])).toContain('for the 2 orders of its transaction');
    const [bytes] = first.broadcasts;
    const shown = await showOrders(database, `tx:${bytes}`);
    for (const number of numbers) expect(shown).toContain(number);
    expect(await showOrders(database, second.orderNo)).toMatch(new RegExp(`together with +${first.orderNo}`));
  });
});

test('warns once about a batch’s payout deadline, which applies to each of its orders', async () => {
  const first = await createConvertedOrder({ mostPayees: 50 });
  const second = await createConvertedOrder({ sharedWith: first });
  await first.steps.send();
  await advanceClock(4 * 60 * 60);
  const orders = [first.orderId, second.orderId];
  const due = (await findDueWarnings(database, 1_000)).filter(
    ({ orderId }) => orderId !== null && orders.includes(orderId),
  );
  expect(due.map(({ clock, share, orderId }) => [clock, share, orderId])).toEqual([['payout', 'half', first.orderId]]);
  for (const orderId of orders)
    expect(await findPendingWorkOfOrders(database, [orderId])).toMatchObject([
      { clock: 'payout', subject: due[0]?.subject },
    ]);
});

describe('a fee bump or cancellation is refused', () => {
  test('when nothing was signed', async () => {
    const order = await createConvertedOrder();
    for (const command of ['raise-fee', 'cancel-payout'] as const)
      await expect(runOnOrder(order, command, [order.orderNo])).rejects.toThrow('it has no payout in progress');
  });

  test('when a block includes the payout', async () => {
    const order = await createConvertedOrder();
    await order.steps.send();
    order.story.view = { status: 'included', confirmations: 1, final: false };
    for (const command of ['raise-fee', 'cancel-payout'] as const)
      await expect(runOnOrder(order, command, [order.orderNo])).rejects.toThrow('there is nothing to replace');
  });
});
