import type { Database } from '../../../platform/database/database.ts';
import { SWEEP } from '../../../platform/jobs/jobQueue.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Chain, PayoutView } from '../../../providers/chain/chainPort.ts';
import type { Chains } from '../../../providers/chain/chains.ts';
import type { OrderMachine } from '../../order/machine/applyEvent.ts';
import { listBlockingOrderIds } from '../blockingPayoutStore.ts';
import {
  listNetworksWithPayouts,
  listWatchedPayouts,
  recordNewTip,
  updateConfirmations,
  type WatchedPayout,
} from './payoutWatchStore.ts';

export type FollowContext = {
  readonly database: Database;
  readonly chains: Chains;
  readonly machine: Pick<OrderMachine, 'jobs'>;
  readonly log: Log;
};

/** The number of concurrent queries to a node. */
const CONCURRENT_QUERIES = 8;

/**
 * Checks all payouts of a network on each new block. Payouts that only gained confirmations are updated together. For
 * payouts whose order must change, and unsent payouts that block others, the step is enqueued. A lost run is harmless:
 * the sweep enqueues the same step later.
 */
export async function followPayouts(context: FollowContext): Promise<void> {
  const { database, chains, log } = context;
  for (const network of await listNetworksWithPayouts(database)) {
    const chain = chains.get(network);
    if (!chain) continue;
    const tip = await chain.readTip();
    if (tip.kind !== 'ok') {
      log.debug({ network, outcome: tip.kind }, 'a chain does not return its newest block');
      continue;
    }
    const taken = await recordNewTip(database, network, tip.value);
    if (taken) await checkPayoutsOnBlock(context, chain, await listWatchedPayouts(database, network, taken));
  }
}

async function checkPayoutsOnBlock(
  { database, machine }: FollowContext,
  chain: Chain,
  payouts: readonly WatchedPayout[],
): Promise<void> {
  const views = await fetchPayoutViews(chain, payouts);
  const deeper: (WatchedPayout & { readonly confirmations: number })[] = [];
  const changedPayouts: WatchedPayout[] = [];
  for (const payout of payouts) {
    const view = views.get(payout.transactionId);
    // The node did not answer: the next block retries.
    if (!view) continue;
    const change = classifyPayoutView(chain, payout, view);
    if (change === 'deeper') deeper.push({ ...payout, confirmations: view.confirmations });
    if (change === 'step') changedPayouts.push(payout);
  }
  await updateConfirmations(database, deeper);
  // For some orders with a blocking payout, neither the sweep nor a change on the chain enqueues the step.
  const blocking = await listBlockingOrderIds(database, chain.network);
  const orderIds = new Set([...changedPayouts.map(({ orderId }) => orderId), ...blocking]);
  if (orderIds.size === 0) return;
  await database.transaction(async (transaction) => {
    const job = { effect: 'watch_payout', subject: '', cause: SWEEP, isRepeated: true } as const;
    for (const orderId of orderIds) await machine.jobs.send(transaction, { ...job, orderId });
  });
}

/** Queries each transaction once, even if it pays several orders. */
async function fetchPayoutViews(
  chain: Chain,
  payouts: readonly WatchedPayout[],
): Promise<ReadonlyMap<string, PayoutView>> {
  const forms = new Map(payouts.map((payout) => [payout.transactionId, payout])).values();
  const views = new Map<string, PayoutView>();
  const queryForms = async () => {
    for (const { transactionId, bytes, unsigned } of forms) {
      const seen = await chain.getPayout({ transactionId, bytes }, unsigned);
      if (seen.kind === 'ok') views.set(transactionId, seen.value);
    }
  };
  // The workers share one iterator: each takes the next transaction.
  await Promise.all(Array.from({ length: CONCURRENT_QUERIES }, queryForms));
  return views;
}

/**
 * Returns what a view of a payout requires: `none`, `deeper` (only store its confirmations), or `step` (run the step of its
 * order). Pure.
 */
export function classifyPayoutView(
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
