import { describe, expect, test } from 'vitest';
import { buildPayoutHaltScope, setHalts } from '../../ledger/haltStore.ts';
import { listOrderEvents } from '../order/orderEventStore.ts';
import { silentStepContext } from '../order/silentStepContext.testing.ts';
import type { WaitReason } from '../order/stepRunner/conclusion.ts';
import { sweepDeadlines } from '../order/sweeps/sweepOrders.ts';
import { openConvertedOrders } from './convertedOrder.testing.ts';

const { database, createConvertedOrder, advanceClock } = await openConvertedOrders();
const HOUR = 60 * 60;
const HOUR_MS = 1_000 * HOUR;
const ETHER = 'eip155:1/slip44:60';

type Stored = Awaited<ReturnType<typeof createConvertedOrder>>;

async function halt(scopes: readonly string[]): Promise<void> {
  await database.transaction((transaction) => setHalts(transaction, 'difference:1', scopes.map(buildPayoutHaltScope)));
}

/** Orders that the step cannot send, by the reason. */
const createUnsentOrder = {
  signer_limit: () => createConvertedOrder(),
  signer_stopped: () => createConvertedOrder(),
  list_stale: () => createConvertedOrder({ staleList: true }),
  books_differ: () => createConvertedOrder(),
  fee_ceiling: () => createConvertedOrder({ maximumFee: () => '0' }),
  vendor_unavailable: () => createConvertedOrder(),
} satisfies { readonly [Reason in WaitReason]?: () => Promise<Stored> };

type Unsent = keyof typeof createUnsentOrder;

async function createWaitingOrder(reason: Unsent) {
  const stored = await createUnsentOrder[reason]();
  const { context, orderNo, signer, steps } = stored;
  if (reason === 'signer_limit') signer.refuses.set(orderNo, 'over_limit');
  if (reason === 'signer_stopped') signer.refuses.set(orderNo, 'signer_stopped');
  await halt(reason === 'books_differ' ? [ETHER] : []);
  const [chain] = context.chains.values();
  if (reason === 'vendor_unavailable' && chain)
    chain.readTreasury = async () => ({ kind: 'unavailable', retryAfterMs: 0, detail: 'the node does not answer' });
  await steps.send();
  expect(await stored.readConclusion()).toBe(reason);
  return stored;
}

/** Runs the sweep with the rule that refunds orders that were not sent for this long; null: never. */
function sweep(refundUnsentMs: number | null = null) {
  return sweepDeadlines({ ...silentStepContext, database, rules: { refundUnsentMs } });
}

describe.each(Object.keys(createUnsentOrder) as Unsent[])('an order that waits with the reason %s', (reason) => {
  test('is not refunded automatically by default', async () => {
    const { order } = await createWaitingOrder(reason);
    for (const hours of [7, 24, 24 * 7]) {
      await advanceClock(hours * HOUR);
      await sweep();
      expect(await order()).toMatchObject({ status: 'converted', reason: null });
    }
  });

  test('is refunded with that reason after the time that the operator has set', async () => {
    const { order, orderId } = await createWaitingOrder(reason);
    await advanceClock(7 * HOUR);
    await sweep(12 * HOUR_MS);
    expect((await order())?.status).toBe('converted');
    await advanceClock(6 * HOUR);
    await sweep(12 * HOUR_MS);
    const refundedAs = reason === 'fee_ceiling' ? 'network_fee_too_high' : 'not_sent';
    expect(await order()).toMatchObject({ status: 'refunding', reason: refundedAs });
    const event = (await listOrderEvents(database, orderId)).find(({ kind }) => kind === 'unsent_too_long');
    expect(event?.facts).toEqual({ reason });
  });
});

test('does not refund an order whose payout step has not run yet', async () => {
  const { order } = await createConvertedOrder();
  await advanceClock(7 * HOUR);
  await sweep();
  expect((await order())?.status).toBe('converted');
});

test('refunds an order whose funds are short after six hours, regardless of the operator’s setting', async () => {
  const { story, steps, order } = await createConvertedOrder();
  story.balance = 0n;
  await steps.send();
  await advanceClock(7 * HOUR);
  await sweep(48 * HOUR_MS);
  expect(await order()).toMatchObject({ status: 'refunding', reason: 'funds_short' });
});

test('never refunds an order whose payout is signed', async () => {
  const { story, steps, order } = await createConvertedOrder();
  story.losesNextAnswer = true;
  await steps.send();
  await advanceClock(30 * HOUR);
  await sweep(12 * HOUR_MS);
  expect(await order()).toMatchObject({ status: 'converted', reason: null });
});
