import sql from 'sql-template-tag';
import type { PayoutView } from '../providers/chain/chainPort.ts';
import { followPayouts } from '../purchase/delivery/chainReads/followPayouts.ts';
import { openConvertedOrders } from '../purchase/delivery/convertedOrder.testing.ts';
import { listTreasuryClaims } from '../purchase/delivery/treasuryClaimStore.ts';
import { computeMedian } from './quantiles.testing.ts';

const ROUNDS = 9;
const CONVERTED_AT_ONCE = 4;
/** Numbers of confirmations in turn: more than one block, and too few for an event. */
const DEPTHS = 8;

export type PayoutMeasurement = {
  readonly payouts: number;
  /** In milliseconds: a round without a new block, after one without the payouts, and after one above them. */
  readonly withoutBlock: number;
  readonly pending: number;
  readonly deeper: number;
  readonly claims: number;
  readonly send: number;
};

/** Sends ever more payouts on one chain through the product; called at the top of a file. */
export async function openWaitingPayouts() {
  const { database, createConvertedOrder } = await openConvertedOrders();
  const first = await createConvertedOrder();
  const { network } = first.chain;
  const context = {
    ...first.context,
    chains: new Map([[network, first.chain]]),
    machine: { jobs: { send: async () => undefined } },
  };
  let sent = 0;
  let blocks = 1;

  async function measureTime(work: () => Promise<unknown>): Promise<number> {
    const begun = performance.now();
    await work();
    return performance.now() - begun;
  }

  async function send(): Promise<number> {
    const order = sent === 0 ? first : await createConvertedOrder({ sharedWith: first });
    const took = await measureTime(order.steps.send);
    await database.run(sql`update payouts set network = ${network} where order_id = ${order.orderId}`);
    sent += 1;
    return took;
  }

  async function fillTo(count: number): Promise<void> {
    const sendUntilFilled = async () => {
      while (sent < count) await send();
    };
    await Promise.all(Array.from({ length: sent === 0 ? 1 : CONVERTED_AT_ONCE }, sendUntilFilled));
  }

  async function measureRounds(prepare: (round: number) => void): Promise<number> {
    const took: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      prepare(round);
      took.push(await measureTime(() => followPayouts(context)));
    }
    return computeMedian(took);
  }

  function addBlock(view: PayoutView): void {
    blocks += 1;
    Object.assign(first.story, { tip: { newest: `block ${blocks}`, final: 'block 0' }, view });
  }

  return {
    async measure(count: number): Promise<PayoutMeasurement> {
      await fillTo(Math.min(count, 1));
      await fillTo(count);
      await database.pool.query('analyze payouts, payout_variants, orders');
      const pending = await measureRounds(() => addBlock({ status: 'pending', confirmations: 0, final: false }));
      const withoutBlock = await measureRounds(() => undefined);
      await database.run(sql`update payouts set confirmations = 1 where network = ${network}`);
      const deeper = await measureRounds((round) =>
        addBlock({ status: 'included', confirmations: 2 + (round % DEPTHS), final: false }),
      );
      await database.run(sql`update payouts set confirmations = 0 where network = ${network}`);
      const claims: number[] = [];
      const sends: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1)
        claims.push(
          await measureTime(() => database.transaction((transaction) => listTreasuryClaims(transaction, first.chain))),
        );
      for (let round = 0; round < ROUNDS; round += 1) sends.push(await send());
      return {
        payouts: count,
        withoutBlock,
        pending,
        deeper,
        claims: computeMedian(claims),
        send: computeMedian(sends),
      };
    },
  };
}
