import type { Account } from '../../ledger/account.ts';
import { move } from '../../ledger/posting.ts';
import { claimPostings, isOwedAsRefund } from './claimPostings.ts';
import type { FactsOf } from './events.ts';
import { moneyAccount, type Order, unsettledAmount } from './order.ts';
import type { OrderEntry } from './orderEntry.ts';

/** Entering `refunding` turns what we owe in crypto into money that we owe back, and giving the refund up turns it again. */
export function refundEntries(order: Order, after: Order): readonly OrderEntry[] {
  const [before, now] = [isOwedAsRefund(order), isOwedAsRefund(after)];
  if (before === now) return [];
  const owed = unsettledAmount(after);
  return now
    ? [{ kind: 'refund', postings: move(owed, 'liability:refund', 'liability:buyer') }]
    : [{ kind: 'refund_given_up', postings: move(owed, 'liability:buyer', 'liability:refund') }];
}

/** A refund that had been settled has failed. */
export function cameBack(
  kind: string,
  { order, after, facts }: { readonly order: Order; readonly after: Order; readonly facts: FactsOf<'refund_failed'> },
): readonly OrderEntry[] {
  if (!facts.wasSettled) return [];
  return [
    { kind, postings: claimPostings(order, after, [{ account: refundAccount(order, facts), units: -facts.units }]) },
  ];
}

/** A refund may go another way than the money came: to an account that the operator was told. */
export function refundAccount(order: Order, { channel }: Pick<FactsOf<'refund_settled'>, 'channel'>): Account {
  if (channel === null) return moneyAccount(order);
  return channel === 'bank' ? 'asset:bank' : 'asset:acquirer';
}
