import { createAmount } from '@slipway/money/amount.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import type { PayoutView } from '../../../providers/chain/chainPort.ts';
import { ok } from '../../../providers/outcome.ts';
import { createEventApplier } from '../../order/storedOrder.testing.ts';
import { openConvertedOrders } from '../convertedOrder.testing.ts';

const { database, createConvertedOrder, advanceClock } = await openConvertedOrders();
const UNITS = 29_000_000_000_000_000n;
const FEE = 77n;
const MOVES = [
  'watch',
  'send',
  'bump',
  'rebroadcast',
  'hold',
  'release',
  'leak',
  'mine',
  'reorg',
  'end',
  'pass',
] as const;

type Converted = Awaited<ReturnType<typeof createConvertedOrder>>;
type Block = { readonly bytes: string; final: boolean };

/** A chain with nonces: the test chooses which of the broadcast forms with a nonce is mined. */
function simulateChain({ chain, broadcasts }: Converted) {
  const blocks: Block[] = [];
  const pool = new Set<string>();
  const readNonce = (bytes: string) => (JSON.parse(bytes) as { readonly nonce: number }).nonce;
  const networkFee = createAmount(chain.nativeAsset, FEE);
  const view = (bytes: string): PayoutView => {
    const block = blocks[readNonce(bytes)];
    if (!block) return { status: pool.has(bytes) ? 'pending' : 'missing', confirmations: 0, final: false };
    const { final } = block;
    if (block.bytes !== bytes) return { status: 'replaced', confirmations: 0, final, replacedBy: `tx:${block.bytes}` };
    return { status: 'included', confirmations: final ? 64 : 12, final, networkFee };
  };
  chain.broadcastPayout = async ({ bytes }) => {
    broadcasts.push(bytes);
    pool.add(bytes);
    return ok(undefined);
  };
  chain.getPayout = async ({ bytes }) => ok(view(bytes));
  return {
    blocks,
    pool,
    mine(choice: number) {
      const candidates = [...pool].filter((bytes) => readNonce(bytes) === blocks.length);
      const bytes = candidates[choice % candidates.length];
      if (bytes !== undefined) blocks.push({ bytes, final: false });
    },
    reorganize() {
      if (blocks.at(-1)?.final === false) blocks.pop();
    },
    end() {
      for (const block of blocks) block.final = true;
    },
  };
}

test('a held order is paid at most once and its state matches the mined form, for any interleaving', {
  timeout: 300_000,
}, async () => {
  const moves = fc.array(fc.tuple(fc.constantFrom(...MOVES), fc.nat(5)), { minLength: 10, maxLength: 40 });
  let cancelled = 0;
  await fc.assert(
    fc.asyncProperty(moves, fc.nat(5), async (script, last) => {
      const order = await createConvertedOrder();
      order.chain.broadcastPayout = async () => {
        throw new Error('killed');
      };
      await expect(order.steps.send()).rejects.toThrow();
      const later = await createConvertedOrder({ sharedWith: order });
      const simulated = simulateChain(order);
      await later.steps.send();
      const apply = createEventApplier(database, order.orderId);
      const hold = () => apply('risk_flagged', { reason: 'operator' });
      const release = () => apply('hold_cleared', { assessment: { risk: 'clear', identity: 'accepted' } });
      const payments = () => simulated.blocks.filter(({ bytes }) => !bytes.includes('0xTreasury')).length;
      /** The payments of the order itself: the later order has exactly one, once a second block exists. */
      const ownPayments = () => payments() - (simulated.blocks.length > 1 ? 1 : 0);
      await hold();
      const play = async (move: (typeof MOVES)[number], choice: number) => {
        if (move === 'hold') await hold();
        else if (move === 'release') await release();
        else if (move === 'leak')
          for (const { bytes } of await database.many<{ bytes: string }>(sql`
            select v.bytes from payout_variants v join payouts p on p.id = v.payout_id where p.order_id = ${order.orderId}`))
            simulated.pool.add(bytes);
        else if (move === 'mine') simulated.mine(choice);
        else if (move === 'reorg') simulated.reorganize();
        else if (move === 'end') simulated.end();
        else if (move === 'pass') await advanceClock(130);
        else await order.steps[move]();
        expect(ownPayments()).toBeLessThanOrEqual(1);
      };
      await play('pass', 0);
      for (const [move, choice] of script) await play(move, choice);
      // Replaces all blocks that are not final with forms that an attacker chooses, then runs until nothing changes.
      for (const move of ['reorg', 'reorg', 'reorg', 'leak', 'mine', 'mine', 'mine'] as const) await play(move, last);
      for (let round = 0; round < 4; round++)
        for (const move of ['send', 'watch', 'watch', 'mine', 'mine', 'end', 'watch', 'watch'] as const)
          await play(move, round);

      const [current, wallet] = [await order.order(), await readWalletUnits(order.orderId)];
      const cancellations = [...simulated.blocks].filter(({ bytes }) => bytes.includes('0xTreasury')).length;
      cancelled += cancellations;
      expect({ delivered: current?.status === 'delivered', held: current?.status === 'on_hold' }).toEqual(
        ownPayments() === 1 ? { delivered: true, held: false } : { delivered: false, held: true },
      );
      expect(wallet).toEqual({
        wallet: -(BigInt(ownPayments()) * (UNITS + FEE) + BigInt(cancellations) * FEE),
        transit: 0n,
      });
      await database.run(sql`update orders set status = 'cancelled' where status in ('converted', 'delivering')`);
    }),
    { numRuns: 30 },
  );
  expect(cancelled).toBeGreaterThan(0);
});

async function readWalletUnits(orderId: number): Promise<{ readonly wallet: bigint; readonly transit: bigint }> {
  return database.one(sql`
    select coalesce(sum(units) filter (where account = 'asset:wallet'), 0) as wallet,
      coalesce(sum(units) filter (where account = 'asset:transit'), 0) as transit
    from ledger_postings where order_id = ${orderId}`);
}
