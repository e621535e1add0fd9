import type { Database } from '../../platform/database/database.ts';
import { SWEEP } from '../../platform/jobs/jobQueue.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Chain, PayoutView } from '../../providers/chain/chainPort.ts';
import type { Chains } from '../../providers/chain/chains.ts';
import type { OrderMachine } from '../order/applyEvent.ts';
import {
  countConfirmations,
  networksUnderWay,
  takeTip,
  type WatchedPayout,
  watchedPayouts,
} from './payoutWatchStore.ts';

export type FollowContext = {
  readonly database: Database;
  readonly chains: Chains;
  readonly machine: Pick<OrderMachine, 'jobs'>;
  readonly log: Log;
};

/** A node is asked about so many transactions at once. */
const LOOKS_AT_ONCE = 8;

/**
 * Looks at all payouts of a network with each of its blocks. Those that only lie deeper are counted together; of those whose order
 * is to learn something the step is sent. Losing a round loses nothing: the sweep sends the same step later.
 */
export async function followPayouts(context: FollowContext): Promise<void> {
  const { database, chains, log } = context;
  for (const network of await networksUnderWay(database)) {
    const chain = chains.get(network);
    if (!chain) continue;
    const tip = await chain.readTip();
    if (tip.kind !== 'ok') {
      log.debug({ network, outcome: tip.kind }, 'a chain does not say where it is');
      continue;
    }
    const taken = await takeTip(database, network, tip.value);
    if (taken) await lookAtBlock(context, chain, await watchedPayouts(database, network, taken));
  }
}

async function lookAtBlock(
  { database, machine }: FollowContext,
  chain: Chain,
  payouts: readonly WatchedPayout[],
): Promise<void> {
  const views = await viewsOf(chain, payouts);
  const deeper: (WatchedPayout & { readonly confirmations: number })[] = [];
  const told: WatchedPayout[] = [];
  for (const payout of payouts) {
    const view = views.get(payout.transactionId);
    // The node did not answer: the next block asks again.
    if (!view) continue;
    const news = newsOf(chain, payout, view);
    if (news === 'deeper') deeper.push({ ...payout, confirmations: view.confirmations });
    if (news === 'step') told.push(payout);
  }
  await countConfirmations(database, deeper);
  if (told.length === 0) return;
  await database.transaction(async (transaction) => {
    for (const { orderId } of told)
      await machine.jobs.send(transaction, { effect: 'watch_payout', orderId, subject: '', cause: SWEEP });
  });
}

/** Payouts of one transaction are one look. */
async function viewsOf(chain: Chain, payouts: readonly WatchedPayout[]): Promise<ReadonlyMap<string, PayoutView>> {
  const forms = new Map(payouts.map((payout) => [payout.transactionId, payout])).values();
  const views = new Map<string, PayoutView>();
  const lane = async () => {
    for (const { transactionId, bytes, unsigned } of forms) {
      const seen = await chain.getPayout({ transactionId, bytes }, unsigned);
      if (seen.kind === 'ok') views.set(transactionId, seen.value);
    }
  };
  // They share one iterator: each takes the next that nobody has taken.
  await Promise.all(Array.from({ length: LOOKS_AT_ONCE }, lane));
  return views;
}

/** What an order's step would make of a sight: nothing, a count of blocks, or something that the order must learn. Pure. */
export function newsOf(
  { traits, requiredConfirmations }: Pick<Chain, 'traits' | 'requiredConfirmations'>,
  payout: Pick<WatchedPayout, 'confirmations' | 'orderStatus' | 'euroCents' | 'waitedMs'>,
  view: Pick<PayoutView, 'status' | 'confirmations' | 'final'>,
): 'none' | 'deeper' | 'step' {
  const wasMined = payout.confirmations > 0;
  if (view.status === 'pending' && !wasMined && payout.orderStatus === 'delivering')
    return payout.waitedMs > traits.stuckAfterMs ? 'step' : 'none';
  if (view.status !== 'included' || !wasMined) return 'step';
  const isEnough =
    traits.deliveredWhen === 'final' ? view.final : view.confirmations >= requiredConfirmations(payout.euroCents);
  if (payout.orderStatus === 'delivering' ? isEnough : payout.orderStatus !== 'delivered' || view.final) return 'step';
  return view.confirmations === payout.confirmations ? 'none' : 'deeper';
}
