import { addAmounts } from '@slipway/money/amount.ts';
import type { Account } from '../../../ledger/account.ts';
import { debit, move, type Posting } from '../../../ledger/posting.ts';
import { computeTakenAmount, type Order, toPayAmount } from '../order.ts';

/** Returns whether the buyer is owed a refund instead of coins. For a held order the held state decides. */
export function isOwedAsRefund(order: Order): boolean {
  const stage = getUnderlyingStatus(order);
  return stage === 'refunding' || stage === 'refunded';
}

/** Returns the state of an order; for a held order the one in which it was held. */
export function getUnderlyingStatus({ status, heldFrom }: Order): Order['status'] | null {
  return status === 'on_hold' ? heldFrom : status;
}

/** The parts of an order's money, in minor units of the pay currency. */
type MoneySplit = {
  /** Owed to the buyer, without the surplus. */
  readonly owed: bigint;
  /** Surplus still held for the buyer. */
  readonly surplus: bigint;
  /** Our loss: money that left although it was ours. */
  readonly lost: bigint;
};

/** An account from which money left, and how much; negative if money arrived. */
type Source = { readonly account: Account; readonly units: bigint };

/**
 * Returns the postings by which a payment or refund changes what is owed to the buyer and our loss. Outgoing money reduces
 * first what is owed, then the surplus, then our own money; incoming money restores them in reverse order. The postings are
 * the difference of two states, so that the result does not depend on the sequence of events.
 */
export function buildLiabilityPostings(order: Order, after: Order, sources: readonly Source[]): readonly Posting[] {
  const [before, now] = [splitOrderMoney(order), splitOrderMoney(after)];
  const bearers: readonly Source[] = [
    { account: isOwedAsRefund(order) ? 'liability:refund' : 'liability:buyer', units: before.owed - now.owed },
    { account: 'liability:refund', units: before.surplus - now.surplus },
    { account: 'expense:dispute', units: now.lost - before.lost },
  ];
  return mergePostings([
    ...sources.map(({ account, units }) => debit(toPayAmount(order, -units), account)),
    ...bearers.map(({ account, units }) => debit(toPayAmount(order, units), account)),
  ]);
}

/**
 * Returns the surplus that may be refunded now, in minor units, without what a bank has taken or withholds for a dispute.
 * Once the payout is signed, the price is ours: the surplus then covers what a bank has taken of the price.
 */
export function computeRefundableSurplus(order: Order): bigint {
  const gone = { ...order, clawedBack: addAmounts(order.clawedBack, order.disputed) };
  return splitOrderMoney(gone, order.payoutSigned || isDelivered(order)).surplus;
}

/**
 * Returns the postings that correct the partner's share when our loss changes. The delivery posts the share in full; it is
 * due for the part of the price that remains, rounded down.
 */
export function buildPartnerSharePostings(order: Order, after: Order): readonly Posting[] {
  const units = computeUnearnedShare(after) - computeUnearnedShare(order);
  return units > 0n
    ? move(toPayAmount(order, units), 'expense:partner', 'liability:partner')
    : move(toPayAmount(order, -units), 'liability:partner', 'expense:partner');
}

/** Returns the part of a delivered order's share that the partner has not earned because the money is lost. */
function computeUnearnedShare(order: Order): bigint {
  const { lost } = splitOrderMoney(order);
  if (lost === 0n || !isDelivered(order)) return 0n;
  const taken = computeTakenAmount(order).units;
  const stayed = clampToZero(taken - lost);
  const share = order.partnerShare.units;
  return stayed === 0n ? share : share - (share * stayed) / taken;
}

/**
 * Splits an order's money. After the delivery nothing of the price is owed to the buyer: money that leaves then is our loss.
 */
function splitOrderMoney(order: Order, isSent = isDelivered(order)): MoneySplit {
  const gone = order.refunded.units - order.surplusReturned.units + order.clawedBack.units;
  const kept = (isSent ? 0n : computeTakenAmount(order).units) - gone;
  const short = clampToZero(-kept);
  const surplus = order.surplus.units - order.surplusReturned.units;
  const borne = min(short, clampToZero(surplus));
  return { owed: clampToZero(kept), surplus: surplus - borne, lost: short - borne };
}

function isDelivered(order: Order): boolean {
  return getUnderlyingStatus(order) === 'delivered';
}

/** Merges postings by account and asset and drops those that are zero. */
function mergePostings(postings: readonly Posting[]): readonly Posting[] {
  const sums = new Map<string, Posting>();
  for (const posting of postings) {
    const key = `${posting.account} ${posting.asset}`;
    sums.set(key, { ...posting, units: (sums.get(key)?.units ?? 0n) + posting.units });
  }
  return [...sums.values()].filter(({ units }) => units !== 0n);
}

function clampToZero(units: bigint): bigint {
  return units > 0n ? units : 0n;
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
