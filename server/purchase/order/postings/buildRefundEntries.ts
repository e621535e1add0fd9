import type { Account } from '../../../ledger/account.ts';
import { move } from '../../../ledger/posting.ts';
import { computeUnsettledAmount, getMoneyAccount, type Order } from '../order.ts';
import type { FactsByKind } from '../orderEventKinds.ts';
import { buildLiabilityPostings, isOwedAsRefund } from './liabilityPostings.ts';
import type { OrderEntry } from './orderEntry.ts';

/**
 * Returns the entry that converts the debt of coins into a debt of money when an order enters `refunding`, and back when the
 * refund is given up.
 */
export function buildRefundEntries(order: Order, after: Order): readonly OrderEntry[] {
  const [before, now] = [isOwedAsRefund(order), isOwedAsRefund(after)];
  if (before === now) return [];
  const owed = computeUnsettledAmount(after);
  return now
    ? [{ kind: 'refund', postings: move(owed, 'liability:refund', 'liability:buyer') }]
    : [{ kind: 'refund_given_up', postings: move(owed, 'liability:buyer', 'liability:refund') }];
}

/** Returns the entry for a failed refund; none if the refund was never settled. */
export function buildFailedRefundEntry(
  kind: string,
  {
    order,
    after,
    facts,
  }: { readonly order: Order; readonly after: Order; readonly facts: FactsByKind<'refund_failed'> },
): readonly OrderEntry[] {
  if (!facts.wasSettled) return [];
  return [
    {
      kind,
      postings: buildLiabilityPostings(order, after, [
        { account: getRefundAccount(order, facts), units: -facts.units },
      ]),
    },
  ];
}

/**
 * Returns the account from which a refund is paid. A refund may use another channel than the payment, such as a transfer to a
 * bank account that the operator entered.
 */
export function getRefundAccount(order: Order, { channel }: Pick<FactsByKind<'refund_settled'>, 'channel'>): Account {
  if (channel === null) return getMoneyAccount(order);
  return channel === 'bank' ? 'asset:bank' : 'asset:acquirer';
}
