import { createAmount } from '@slipway/money/amount.ts';
import { afterEach, expect, test } from 'vitest';
import { ok, refused } from '../../../providers/outcome.ts';
import { openConvertedOrders } from '../convertedOrder.testing.ts';

const { createConvertedOrder, cancelOpenOrders } = await openConvertedOrders();

afterEach(cancelOpenOrders);

type Converted = Awaited<ReturnType<typeof createConvertedOrder>>;

/** Simulates a worker that ends after the signer has signed and before storing it: the tables contain nothing of it. */
async function signWithoutStoring(order: Converted) {
  const { pay } = order.signer;
  let signed: Awaited<ReturnType<typeof pay>> | undefined;
  order.signer.pay = async (...args) => {
    signed = await pay(...args);
    throw new Error('the worker has ended');
  };
  await order.steps.send().catch(() => undefined);
  expect(await order.payouts()).toEqual([]);
  order.signer.pay = pay;
  if (signed?.kind !== 'ok') throw new Error('nothing was signed');
  return signed.value;
}

test('adopts a signed but unstored payout when the signer returns it again', async () => {
  const order = await createConvertedOrder();
  const lost = await signWithoutStoring(order);
  order.story.feeBid += 5n;
  order.signer.pay = async () => ok(lost);
  await order.steps.send();
  expect(order.broadcasts).toEqual([lost.bytes]);
  expect((await order.order())?.status).toBe('delivering');
});

test('stores a payout of another order for that order, and pays the requested order in the next run', async () => {
  const first = await createConvertedOrder();
  const second = await createConvertedOrder({ sharedWith: first });
  const lost = await signWithoutStoring(first);
  const { pay } = first.signer;
  first.signer.pay = async () => ok(lost);
  await second.steps.send();
  expect(await second.readConclusion()).toBe('treasury_busy');
  expect(await first.payouts()).toMatchObject([{ status: 'signed', nonce: 0 }]);
  first.signer.pay = pay;
  await second.steps.send();
  expect(await second.payouts()).toMatchObject([{ status: 'broadcast', nonce: 1 }]);
});

test('holds the order when the signer returns an already stored payout of another order', async () => {
  const first = await createConvertedOrder();
  const { pay } = first.signer;
  let signed: Awaited<ReturnType<typeof pay>> = refused('order_changed');
  first.signer.pay = async (...args) => {
    signed = await pay(...args);
    return signed;
  };
  await first.steps.send();
  const second = await createConvertedOrder({ sharedWith: first });
  first.signer.pay = async () => signed;
  await second.steps.send();
  expect(await second.payouts()).toEqual([]);
  expect(await second.order()).toMatchObject({ status: 'on_hold', reason: 'already_paid' });
});

test('adopts a cancellation that a restored database lacks, and pays the order only afterwards', async () => {
  const order = await createConvertedOrder();
  const lost = await signWithoutStoring(order);
  const unsigned = { ...lost.unsigned, to: '0xTreasury', value: '0' };
  const cancelled = await order.signer.cancel(order.chain.network, unsigned, lost.orderNos);
  const { pay } = order.signer;
  order.signer.pay = async () => cancelled;
  await order.steps.send();
  const networkFee = createAmount(order.chain.nativeAsset, 77n);
  const mined = { status: 'included', confirmations: 64, final: true, networkFee } as const;
  const { getPayout } = order.chain;
  order.chain.getPayout = async () => ok(mined);
  await order.steps.watch();
  expect((await order.order())?.status).toBe('converted');
  expect(await order.payouts()).toMatchObject([{ status: 'reverted' }]);
  order.chain.getPayout = getPayout;
  order.signer.pay = pay;
  await order.steps.send();
  expect(await order.payouts()).toMatchObject([{ status: 'reverted' }, { status: 'broadcast' }]);
});

test('cancels an unsent payout of an order that the database lacks, and then pays with the next nonce', async () => {
  const order = await createConvertedOrder();
  const { pay, cancel } = order.signer;
  const lost = await pay(order.chain.network, { kind: 'nonce', to: '0xLost', value: '5', fee: '100', nonce: 0 }, [
    { orderNo: 'LOST', request: { asset: order.chain.nativeAsset, to: '0xLost', units: 5n } },
  ]);
  const cancelled: string[] = [];
  order.signer.cancel = async (network, unsigned, orderNos) => {
    cancelled.push(...orderNos);
    return cancel(network, unsigned, orderNos);
  };
  order.signer.pay = async () => lost;
  const { getPayout } = order.chain;
  order.chain.getPayout = async () => ok({ status: 'pending', confirmations: 0, final: false });
  await order.steps.send();
  expect([await order.readConclusion(), cancelled, order.broadcasts]).toEqual(['treasury_busy', [], []]);

  order.chain.getPayout = async () => ok({ status: 'missing', confirmations: 0, final: false });
  await order.steps.send();
  expect([await order.readConclusion(), cancelled]).toEqual(['treasury_busy', ['LOST']]);
  expect(order.broadcasts).toEqual([expect.stringContaining('"to":"0xTreasury"')]);
  expect(order.broadcasts[0]).toContain('"nonce":0');

  order.signer.pay = pay;
  order.chain.getPayout = getPayout;
  await order.steps.send();
  expect((await order.order())?.status).toBe('delivering');
});

test.each([
  ['over_limit', 'signer_limit'],
  ['signer_stopped', 'signer_stopped'],
] as const)('waits when the signer refuses with %s, and pays once the signer agrees', async (reason, wait) => {
  const order = await createConvertedOrder();
  const { pay } = order.signer;
  order.signer.pay = async () => refused(reason);
  await order.steps.send();
  await order.steps.send();
  expect(await order.readConclusion()).toBe(wait);
  expect((await order.order())?.status).toBe('converted');
  order.signer.pay = pay;
  await order.steps.send();
  expect((await order.order())?.status).toBe('delivering');
});
