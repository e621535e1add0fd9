import type { Account } from '../../ledger/account.ts';
import { move, type Posting } from '../../ledger/posting.ts';
import { type Order, paidAmount, unsettledAmount } from './order.ts';

/** An order that is held is owed what it was owed where it was held. */
export function isOwedAsRefund(order: Order): boolean {
  const stage = stageOf(order);
  return stage === 'refunding' || stage === 'refunded';
}

/** Where an order has come to, held or not. */
export function stageOf({ status, heldFrom }: Order): Order['status'] | null {
  return status === 'on_hold' ? heldFrom : status;
}

type Source = { readonly account: Account; readonly units: bigint };

/**
 * Money that leaves for the buyer or for a bank: what was owed to the buyer is owed no more, first of the order, then of
 * what came beyond it; the rest was ours, and is lost.
 */
export function lossPostings(order: Order, units: bigint, sources: readonly Source[]): readonly Posting[] {
  const owed = order.status === 'delivered' ? 0n : smaller(units, unsettledAmount(order).units);
  const beyond = smaller(units - owed, order.surplus.units - order.surplusReturned.units);
  const bearers: readonly Source[] = [
    { account: isOwedAsRefund(order) ? 'liability:refund' : 'liability:buyer', units: owed },
    { account: 'liability:refund', units: beyond },
    { account: 'expense:dispute', units: units - owed - beyond },
  ];
  // Through one account, so that any split of the sources meets any split of the bearers.
  return net([
    ...sources.flatMap((source) => move(paidAmount(order, source.units), source.account, 'equity')),
    ...bearers.flatMap((bearer) => move(paidAmount(order, bearer.units), 'equity', bearer.account)),
  ]);
}

/** One line for each account and asset; none for what comes to nothing. */
function net(postings: readonly Posting[]): readonly Posting[] {
  const sums = new Map<string, Posting>();
  for (const posting of postings) {
    const key = `${posting.account} ${posting.asset}`;
    sums.set(key, { ...posting, units: (sums.get(key)?.units ?? 0n) + posting.units });
  }
  return [...sums.values()].filter(({ units }) => units !== 0n);
}

export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
