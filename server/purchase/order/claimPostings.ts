import { addAmounts } from '@slipway/money/amount.ts';
import type { Account } from '../../ledger/account.ts';
import { debit, move, type Posting } from '../../ledger/posting.ts';
import { type Order, paidAmount, takenAmount } from './order.ts';

/** An order that is held is owed what it was owed where it was held. */
export function isOwedAsRefund(order: Order): boolean {
  const stage = stageOf(order);
  return stage === 'refunding' || stage === 'refunded';
}

/** Where an order has come to, held or not. */
export function stageOf({ status, heldFrom }: Order): Order['status'] | null {
  return status === 'on_hold' ? heldFrom : status;
}

/** Who bears what has come and gone of an order's money, in minor units of the pay currency. */
type Bearers = {
  /** Still the buyer's, the surplus apart. */
  readonly owed: bigint;
  /** Of what came beyond what was asked for, what is still here for the buyer. */
  readonly surplus: bigint;
  /** Gone although it was ours. */
  readonly lost: bigint;
};

/** Where money lies that has moved, and how much of it has left; below zero: how much has come. */
type Source = { readonly account: Account; readonly units: bigint };

/**
 * What a movement of money changes about the buyer's claims and our losses: what leaves is first what was owed, then what
 * came beyond it, then ours; what comes back goes the other way. A difference of two states, so that movements in any
 * order come to the same sums.
 */
export function claimPostings(order: Order, after: Order, sources: readonly Source[]): readonly Posting[] {
  const [before, now] = [bearersOf(order), bearersOf(after)];
  const bearers: readonly Source[] = [
    { account: isOwedAsRefund(order) ? 'liability:refund' : 'liability:buyer', units: before.owed - now.owed },
    { account: 'liability:refund', units: before.surplus - now.surplus },
    { account: 'expense:dispute', units: now.lost - before.lost },
  ];
  return net([
    ...sources.map(({ account, units }) => debit(paidAmount(order, -units), account)),
    ...bearers.map(({ account, units }) => debit(paidAmount(order, units), account)),
  ]);
}

/**
 * Of what came beyond the price, what may go back now, in minor units: nothing that a bank has taken, or holds back for a
 * dispute. Once the payout is signed the price is spoken for: what has gone of it by then the surplus bears.
 */
export function surplusHere(order: Order): bigint {
  const gone = { ...order, clawedBack: addAmounts(order.clawedBack, order.disputed) };
  return bearersOf(gone, order.payoutSigned || isDelivered(order)).surplus;
}

/**
 * Corrects the partner's share, which the delivery posted in full, by what a movement of money changes about our loss: the
 * share is owed for the part of the price that stayed, rounded down.
 */
export function sharePostings(order: Order, after: Order): readonly Posting[] {
  const units = unearnedShare(after) - unearnedShare(order);
  return units > 0n
    ? move(paidAmount(order, units), 'expense:partner', 'liability:partner')
    : move(paidAmount(order, -units), 'liability:partner', 'expense:partner');
}

/** Of the share of a delivered order, what the partner has not earned because the money is gone. */
function unearnedShare(order: Order): bigint {
  const { lost } = bearersOf(order);
  if (lost === 0n || !isDelivered(order)) return 0n;
  const taken = takenAmount(order).units;
  const stayed = above(taken - lost);
  const share = order.partnerShare.units;
  return stayed === 0n ? share : share - (share * stayed) / taken;
}

/** Once the coins are delivered nothing of their price is owed: what goes then is ours. */
function bearersOf(order: Order, isSent = isDelivered(order)): Bearers {
  const gone = order.refunded.units - order.surplusReturned.units + order.clawedBack.units;
  const kept = (isSent ? 0n : takenAmount(order).units) - gone;
  const short = above(-kept);
  const surplus = order.surplus.units - order.surplusReturned.units;
  const borne = smaller(short, above(surplus));
  return { owed: above(kept), surplus: surplus - borne, lost: short - borne };
}

function isDelivered(order: Order): boolean {
  return stageOf(order) === 'delivered';
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

function above(units: bigint): bigint {
  return units > 0n ? units : 0n;
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
