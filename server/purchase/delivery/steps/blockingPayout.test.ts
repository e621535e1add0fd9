import { createAmount } from '@slipway/money/amount.ts';
import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import type { PayoutView } from '../../../providers/chain/chainPort.ts';
import { ok } from '../../../providers/outcome.ts';
import { silentOrderMachine } from '../../order/silentStepContext.testing.ts';
import { BLOCKING_MS } from '../blockingPayoutStore.ts';
import { followPayouts } from '../chainReads/followPayouts.ts';
import { openConvertedOrders } from '../convertedOrder.testing.ts';

const { database, createConvertedOrder, advanceClock, cancelOpenOrders } = await openConvertedOrders();
const MISSING: PayoutView = { status: 'missing', confirmations: 0, final: false };
const PENDING: PayoutView = { status: 'pending', confirmations: 0, final: false };
const GONE: PayoutView = { status: 'replaced', confirmations: 0, final: true, replacedBy: 'tx' };
const TO_TREASURY = '"to":"0xTreasury"';

type Converted = Awaited<ReturnType<typeof createConvertedOrder>>;
type Some = NonNullable<Parameters<typeof createConvertedOrder>[0]>;

afterEach(cancelOpenOrders);

const setStatus = async ({ orderId }: Converted, status: string, heldFrom: string | null = null) =>
  database.run(sql`update orders set status = ${status}, held_from = ${heldFrom} where id = ${orderId}`);

/** Signs an order's payout, and ends the process before it is sent. */
async function signOnly(order: Converted): Promise<void> {
  const send = order.chain.broadcastPayout;
  order.chain.broadcastPayout = async () => {
    throw new Error('killed');
  };
  await expect(order.steps.send()).rejects.toThrow();
  order.chain.broadcastPayout = send;
}

/** A held order whose payout was signed and never sent, and a later order whose payout was sent with the next nonce. */
async function createBlockedOrders(overrides: Some = {}, heldFrom = 'converted'): Promise<[Converted, Converted]> {
  const first = await createConvertedOrder(overrides);
  await signOnly(first);
  await setStatus(first, 'on_hold', heldFrom);
  const second = await createConvertedOrder({ sharedWith: first });
  await second.steps.send();
  expect((await second.order())?.status).toBe('delivering');
  first.chain.getPayout = async ({ bytes }) => ok(bytes.includes('"nonce":0') ? MISSING : PENDING);
  return [first, second];
}

const listCancellations = ({ broadcasts }: Converted) => broadcasts.filter((bytes) => bytes.includes(TO_TREASURY));

function mineCancellation({ chain }: Converted, view: Partial<PayoutView>): void {
  const networkFee = createAmount(chain.nativeAsset, 77n);
  const mined: PayoutView = { status: 'included', confirmations: 64, final: true, networkFee, ...view };
  chain.getPayout = async ({ bytes }) => ok(bytes.includes(TO_TREASURY) ? mined : GONE);
}

const listPostings = ({ orderId }: Converted) =>
  database.many<{ account: string; units: bigint }>(sql`
    select account, sum(units) as units from ledger_postings
    where order_id = ${orderId} and account in ('asset:transit', 'asset:wallet', 'expense:network') group by account
    order by account`);

describe('an unsent payout of a held order that blocks others', () => {
  test('is cancelled after two minutes, and its order stays held', async () => {
    const [first] = await createBlockedOrders();
    await advanceClock(BLOCKING_MS / 1000 - 1);
    await first.steps.watch();
    expect(listCancellations(first)).toEqual([]);
    await advanceClock(1);
    await first.steps.watch();
    expect(listCancellations(first)).toHaveLength(1);
    expect(await first.readConclusion()).toBe('cancelling');
    expect(await first.order()).toMatchObject({ status: 'on_hold', heldFrom: 'converted', payoutSigned: true });

    mineCancellation(first, { final: false, confirmations: 12 });
    await first.steps.watch();
    expect(await first.order()).toMatchObject({ payoutSigned: true });
    mineCancellation(first, {});
    await first.steps.watch();
    expect(await first.order()).toMatchObject({ status: 'on_hold', heldFrom: 'converted', payoutSigned: false });
    expect(await first.payouts()).toMatchObject([{ status: 'abandoned' }]);
    expect(await listPostings(first)).toEqual([
      { account: 'asset:wallet', units: -77n },
      { account: 'expense:network', units: 77n },
    ]);
  });

  test.each(['authorizing', 'capturing', 'awaiting_payment', 'paid', 'refunding'])(
    'is also cancelled if the order was in %s before its hold, as after a restore',
    async (heldFrom) => {
      const [first] = await createBlockedOrders({}, heldFrom);
      await advanceClock(BLOCKING_MS / 1000);
      await first.steps.watch();
      mineCancellation(first, {});
      await first.steps.watch();
      expect(await first.order()).toMatchObject({ status: 'on_hold', heldFrom, payoutSigned: false });
      expect(await listPostings(first)).toContainEqual({ account: 'expense:network', units: 77n });
    },
  );

  test.each(['expired', 'refunded', 'awaiting_identity', 'authorizing'])(
    'is cancelled after a new block if its order is in %s, a status whose step does not watch payouts',
    async (status) => {
      const [first, second] = await createBlockedOrders();
      await setStatus(first, status);
      const jobs: number[] = [];
      const machine = {
        ...silentOrderMachine,
        jobs: { send: async (_transaction: unknown, { orderId }: { orderId: number }) => void jobs.push(orderId) },
      };
      const chains = new Map([[first.chain.network, first.chain]]);
      const follow = async (newest: string) => {
        first.story.tip = { newest, final: 'block 0' };
        await followPayouts({ ...first.context, chains, machine });
      };
      await follow('block 2');
      expect(jobs).not.toContain(first.orderId);
      await advanceClock(BLOCKING_MS / 1000);
      await follow('block 3');
      expect(jobs).toContain(first.orderId);
      await first.steps.watch();
      expect(listCancellations(first)).toHaveLength(1);
      mineCancellation(first, {});
      await first.steps.watch();
      expect(await first.order()).toMatchObject({ status, payoutSigned: false });
      await setStatus(second, 'cancelled');
    },
  );

  test('has its cancellation sent again until a block contains it, with a higher fee when it is stuck', async () => {
    const [first] = await createBlockedOrders();
    await advanceClock(BLOCKING_MS / 1000);
    await first.steps.watch();
    await first.steps.watch();
    expect(listCancellations(first)).toHaveLength(2);
    expect(new Set(listCancellations(first)).size).toBe(1);
    await advanceClock(61);
    await first.steps.watch();
    expect(new Set(listCancellations(first)).size).toBe(2);
    expect(await first.fees()).toEqual([100n, 113n, 128n]);
  });

  test('is cancelled when other orders wait for the coins that it claims', async () => {
    const first = await createConvertedOrder({ kind: 'output' });
    await signOnly(first);
    await setStatus(first, 'on_hold', 'converted');
    const second = await createConvertedOrder({ sharedWith: first });
    first.story.balance = 0n;
    await second.steps.send();
    expect(await second.readConclusion()).toBe('funds_short');
    first.story.view = MISSING;
    await first.steps.watch();
    expect(listCancellations(first)).toEqual([]);
    await advanceClock(BLOCKING_MS / 1000);
    await first.steps.watch();
    expect(listCancellations(first)).toHaveLength(1);
  });

  test('is cancelled once by two workers', async () => {
    const [first] = await createBlockedOrders();
    await advanceClock(BLOCKING_MS / 1000);
    await Promise.all([first.steps.watch(), first.steps.watch()]);
    expect(await first.fees()).toEqual([100n, 113n]);
  });

  test('is cancelled once an unavailable signer answers again', async () => {
    const [first] = await createBlockedOrders();
    await advanceClock(BLOCKING_MS / 1000);
    const { cancel } = first.signer;
    first.signer.cancel = async () => ({ kind: 'unavailable', retryAfterMs: 0, detail: 'the signer is away' });
    await first.steps.watch();
    expect(await first.readConclusion()).toBe('vendor_unavailable');
    first.signer.cancel = cancel;
    await first.steps.watch();
    expect(listCancellations(first)).toHaveLength(1);
  });

  test('is followed by a new payout only once its cancellation is final, if the hold ends meanwhile', async () => {
    const [first] = await createBlockedOrders();
    await advanceClock(BLOCKING_MS / 1000);
    await first.steps.watch();
    await setStatus(first, 'converted');
    await first.steps.send();
    expect((await first.order())?.status).toBe('delivering');
    mineCancellation(first, { final: false });
    await first.steps.watch();
    await first.steps.send();
    expect(await first.payouts()).toHaveLength(1);
    mineCancellation(first, {});
    await first.steps.watch();
    expect((await first.order())?.status).toBe('converted');
    await first.steps.send();
    expect(await first.payouts()).toMatchObject([{ status: 'reverted' }, { status: 'broadcast' }]);
    expect(await listPostings(first)).toContainEqual({ account: 'asset:transit', units: 29_000_000_000_000_000n });
  });

  test('is sent if the hold ends before the cancellation is signed', async () => {
    const [first] = await createBlockedOrders();
    await advanceClock(BLOCKING_MS / 1000);
    const { readFees } = first.chain;
    first.chain.readFees = async (form) => {
      await setStatus(first, 'converted');
      return readFees(form);
    };
    await first.steps.watch();
    expect(listCancellations(first)).toEqual([]);
    await first.steps.send();
    expect((await first.order())?.status).toBe('delivering');
    expect(await first.fees()).toEqual([100n]);
  });

  test.each(['converted', 'authorizing'])(
    'delivers its order, held at %s, if the payment is mined instead of the cancellation',
    async (heldFrom) => {
      const [first] = await createBlockedOrders({}, heldFrom);
      await advanceClock(BLOCKING_MS / 1000);
      await first.steps.watch();
      const networkFee = createAmount(first.chain.nativeAsset, 77n);
      const paid: PayoutView = { status: 'included', confirmations: 12, final: false, networkFee };
      first.chain.getPayout = async ({ bytes }) => ok(bytes.includes(TO_TREASURY) ? { ...GONE, final: false } : paid);
      await first.steps.watch();
      await first.steps.watch();
      expect((await first.order())?.status).toBe('delivered');
      expect(await first.payouts()).toMatchObject([{ status: 'confirmed' }]);
      expect(await listPostings(first)).toEqual([
        { account: 'asset:transit', units: 0n },
        { account: 'asset:wallet', units: -29_000_000_000_000_077n },
        { account: 'expense:network', units: 77n },
      ]);
    },
  );

  test('is reverted when a reorganization replaces the delivered payment with the cancellation', async () => {
    const [first] = await createBlockedOrders();
    await advanceClock(BLOCKING_MS / 1000);
    await first.steps.watch();
    const paid: PayoutView = { status: 'included', confirmations: 12, final: false };
    first.chain.getPayout = async ({ bytes }) => ok(bytes.includes(TO_TREASURY) ? { ...GONE, final: false } : paid);
    await first.steps.watch();
    await first.steps.watch();
    expect((await first.order())?.status).toBe('delivered');
    mineCancellation(first, {});
    await first.steps.watch();
    expect((await first.order())?.status).toBe('delivering');
    await first.steps.watch();
    expect((await first.order())?.status).toBe('converted');
    expect(await listPostings(first)).toEqual([
      { account: 'asset:transit', units: 0n },
      { account: 'asset:wallet', units: -77n },
      { account: 'expense:network', units: 77n },
    ]);
  });
});

describe('an unsent payout is not cancelled automatically', () => {
  test('while it blocks no other payout', async () => {
    const first = await createConvertedOrder();
    await signOnly(first);
    await setStatus(first, 'on_hold', 'converted');
    first.story.view = MISSING;
    await advanceClock(BLOCKING_MS / 1000);
    await first.steps.watch();
    expect(listCancellations(first)).toEqual([]);
  });

  test('while the node knows it', async () => {
    const [first] = await createBlockedOrders({}, 'authorizing');
    await advanceClock(BLOCKING_MS / 1000);
    first.chain.getPayout = async () => ok(PENDING);
    await first.steps.watch();
    expect(listCancellations(first)).toEqual([]);
  });

  test('while its order is converting and will send it later', async () => {
    const [first] = await createBlockedOrders();
    await setStatus(first, 'converting');
    await advanceClock(BLOCKING_MS / 1000);
    await first.steps.watch();
    expect(listCancellations(first)).toEqual([]);
  });
});

test('leaves a ledger that sums to zero', async () => {
  const off = await database.many(sql`select asset from ledger_postings group by asset having sum(units) <> 0`);
  expect(off).toEqual([]);
});
