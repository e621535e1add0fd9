import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { buildPayoutHaltScope, setHalts } from '../../../ledger/haltStore.ts';
import { createLog } from '../../../platform/log/log.ts';
import type { KnownTransactions, NonceAuthorization, SentTransaction } from '../../../providers/chain/chainPort.ts';
import type { PayoutSigner } from '../../../providers/chain/signerPort.ts';
import { type Outcome, ok } from '../../../providers/outcome.ts';
import { openConvertedOrders } from '../convertedOrder.testing.ts';
import { compareChainsWithSigner } from './compareChainsWithSigner.ts';
import { findFoundPaymentId } from './foundTransactionStore.ts';

const { database, createConvertedOrder } = await openConvertedOrders();
const AWAY: Outcome<never> = { kind: 'unavailable', retryAfterMs: 0, detail: 'the signer has ended' };

/** An order whose payout the restored database lacks, and a signer that must be sent the chain's transactions. */
async function createUnrecordedPayout({
  isCancelled = false,
  authorizations = [],
}: {
  readonly isCancelled?: boolean;
  readonly authorizations?: readonly NonceAuthorization[];
} = {}) {
  const stored = await createConvertedOrder();
  const { chain, signer, context, broadcasts } = stored;
  const [network = ''] = context.chains.keys();
  const order = await stored.order();
  if (!order) throw new Error('there is no order');
  const request = { ...order.receive, to: order.address };
  const reading = await chain.readTreasury(request);
  if (reading.kind !== 'ok') throw new Error(reading.kind);
  const claimed = { nextNonce: 0, held: new Set<string>(), waiting: 0, live: [], superseded: new Set<string>() };
  const composed = chain.composePayout([request], reading.value, claimed, 10n ** 20n);
  if (composed.kind !== 'ok') throw new Error(composed.kind);
  const unsigned = isCancelled ? { ...composed.value, to: chain.treasuryAddress, value: '0' } : composed.value;
  const signed = await signer.pay(network, unsigned, [{ orderNo: order.orderNo, request }]);
  if (signed.kind !== 'ok') throw new Error(signed.kind);
  const { transactionId, bytes } = signed.value;
  const sent: SentTransaction = { signed: { transactionId, bytes }, unsigned };
  const state = {
    isCompared: false,
    isAway: false,
    asked: 0,
    signed: 0,
    comparisons: 0,
    /** `record`: the signer's knowledge. `known`: the argument with which the chain was queried. */
    record: { nextNonce: undefined, since: new Date(0) } as KnownTransactions,
    known: undefined as KnownTransactions | undefined,
  };
  const comparing: PayoutSigner = {
    ...signer,
    pay: async (...args) => {
      state.signed += 1;
      return signer.pay(...args);
    },
    uncompared: async () => ok(state.isCompared ? [] : [{ network, start: 1, ...state.record }]),
    compare: async (_network, { transactions }, start) => {
      state.asked += 1;
      state.isCompared ||= start === 1;
      if (state.isAway) return AWAY;
      return ok(
        transactions.map((each) => ({
          ...each,
          orderNos: each === sent || each.signed.transactionId === transactionId ? [order.orderNo] : [],
        })),
      );
    },
  };
  const chains = new Map([
    [
      network,
      {
        ...chain,
        ...(authorizations.length > 0 && { treasuryAddress: '0xAuthorized' }),
        readSent: async (known: KnownTransactions) => {
          state.known = known;
          return ok({ nextNonce: 1, transactions: [sent], received: [], authorizations });
        },
      },
    ],
  ]);
  const requestComparison = async () => {
    state.comparisons += 1;
  };
  const compare = () =>
    compareChainsWithSigner({ database, chains, signer: comparing, log: createLog('silent'), requestComparison });
  const alerts = () =>
    database.many<{ facts: Record<string, unknown> }>(sql`
      select facts from operator_alerts where kind = 'transactions_found' and key like ${`%${transactionId}`}`);
  const send = () => stored.steps.send();
  const payouts = () =>
    database.many<{ status: string; transactionId: string }>(sql`
      select status, transaction_id as "transactionId" from payouts where order_id = ${stored.orderId}`);
  return { ...stored, state, compare, alerts, send, payouts, order, sent, asset: order.receive.asset, broadcasts };
}

test('adopts a transaction of the chain as the payout of its order, without signing or sending', async () => {
  const { compare, alerts, send, sent, payouts, order, broadcasts } = await createUnrecordedPayout();
  await compare();
  expect(await alerts()).toMatchObject([
    { facts: { found: 1, ofNoOrder: 0, transactions: [`${sent.signed.transactionId} pays ${order.orderNo}`] } },
  ]);
  await send();
  expect(await payouts()).toMatchObject([{ transactionId: sent.signed.transactionId, status: 'broadcast' }]);
  expect(broadcasts).toEqual([]);
});

test('stops payouts after an EIP-7702 authorization until its alert is settled, and adopts sent payouts', async () => {
  const authorizations = [{ nonce: 1, transactionId: 'tx:of a sponsor' }];
  const { state, compare, sent, order } = await createUnrecordedPayout({ authorizations });
  await compare();
  await compare();
  expect(state).toMatchObject({ isCompared: false, asked: 2 });
  expect(await findFoundPaymentId(database, order.orderNo)).toBe(sent.signed.transactionId);
  const ofAuthorization = sql`facts ->> 'transaction' = 'tx:of a sponsor'`;
  expect(await database.many(sql`select kind, facts from operator_alerts where ${ofAuthorization}`)).toMatchObject([
    { kind: 'treasury_key_used', facts: { address: '0xAuthorized', nonce: 1, use: 'EIP-7702 authorization' } },
  ]);
  await database.run(
    sql`update operator_alerts set settled_at = slipway_now(), settled_by = 'anna' where ${ofAuthorization}`,
  );
  await compare();
  expect(state.isCompared).toBe(true);
});

test('adopts a cancellation as the cancellation of its payout, and sends nothing for it', async () => {
  const { compare, alerts, send, sent, payouts, order, orderId, steps, chain } = await createUnrecordedPayout({
    isCancelled: true,
  });
  await compare();
  const id = sent.signed.transactionId;
  expect(await alerts()).toMatchObject([{ facts: { transactions: [`${id} cancels the payout of ${order.orderNo}`] } }]);
  expect(await findFoundPaymentId(database, order.orderNo)).toBeUndefined();
  await send();
  chain.getPayout = async () => ok({ status: 'included', confirmations: 64, final: true });
  await steps.watch();
  expect(await payouts()).toMatchObject([{ transactionId: id, status: 'reverted' }]);
  const sentUnits = await database.one<{ units: bigint }>(sql`
    select coalesce(sum(units), 0) as units from ledger_postings where order_id = ${orderId} and account = 'asset:wallet'`);
  expect(sentUnits.units).toBe(0n);
});

test('adopts a transaction of the chain while the difference that it causes halts payouts', async () => {
  const { compare, send, asset, payouts } = await createUnrecordedPayout();
  await compare();
  await database.transaction((transaction) => setHalts(transaction, 'difference:1', [buildPayoutHaltScope(asset.id)]));
  await send();
  await database.transaction((transaction) => setHalts(transaction, 'difference:1', []));
  expect(await payouts()).toMatchObject([{ status: 'broadcast' }]);
});

test('compares again when a worker stops after the signer’s answer and before it stores the result', async () => {
  const { state, compare, alerts, send, payouts, sent } = await createUnrecordedPayout();
  state.isAway = true;
  await compare();
  expect(state.isCompared).toBe(true);
  expect(await alerts()).toEqual([]);
  state.isAway = false;
  await compare();
  await compare();
  expect(state.asked).toBe(2);
  expect(state.comparisons).toBe(1);
  expect(await alerts()).toHaveLength(1);
  await send();
  expect(await payouts()).toMatchObject([{ transactionId: sent.signed.transactionId }]);
});

test('raises no alert for a transaction of a known payout', async () => {
  const { steps, compare, alerts, state } = await createUnrecordedPayout();
  await steps.send();
  await compare();
  expect([state.asked, state.comparisons]).toEqual([1, 0]);
  expect(await alerts()).toEqual([]);
});

const HOUR_MS = 3_600_000;

test.each([
  { what: 'the database lacks and the record has', recordNonce: 5, asked: 1 },
  { what: 'the record lacks and the database has', recordNonce: 0, asked: 0 },
])('asks the chain for transactions that $what', async ({ recordNonce, asked: expectedNonce }) => {
  const { steps, compare, state } = await createUnrecordedPayout();
  await steps.send();
  const signedAt = new Date();
  state.record = { nextNonce: recordNonce, since: new Date(signedAt.getTime() + HOUR_MS) };
  await compare();
  expect(state.known?.nextNonce).toBe(expectedNonce);
  // Two hours before the payout, for clocks that differ.
  const since = state.known?.since.getTime() ?? 0;
  expect(since).toBeLessThanOrEqual(signedAt.getTime() - 2 * HOUR_MS);
  expect(since).toBeGreaterThan(signedAt.getTime() - 3 * HOUR_MS);
});

test('reads the chain since the oldest open order if the database has no payout of the address', async () => {
  const { compare, state, order } = await createUnrecordedPayout();
  state.record = { nextNonce: 5, since: new Date(Date.now() + HOUR_MS) };
  await compare();
  expect(state.known?.nextNonce).toBeUndefined();
  expect(state.known?.since.getTime()).toBeLessThanOrEqual(order.createdAt.getTime() - 2 * HOUR_MS);
});
