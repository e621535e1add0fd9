import { createAmount, formatAmount, subtractAmounts } from '@slipway/money/amount.ts';
import { findProfiles } from '../../account/details/profileStore.ts';
import { formatUnmatchedReason } from '../../operator/attention/attentionTitles.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { findOrdersByIds } from '../../purchase/order/orderStore.ts';
import type { BankEntryStatus, StoredEntry } from '../../purchase/payment/bankEntryStore.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { canSeePersonalData, maskAccount, maskNameForRoles } from '../personal/masks.ts';
import { formatAmountWithCode, presentAmount } from '../presentAmount.ts';
import type { DecisionDefinition } from './buildDecisionOption.ts';
import { findCandidateOrderIds } from './candidateStore.ts';
import { rankCandidates } from './matchScore.ts';
import { buildReviewLine, type ReviewContents } from './reviewContents.ts';

/** Why a booking in a status needs no decision. */
const BOOKING_STATUS_TEXTS: Readonly<Record<BankEntryStatus, string>> = {
  unallocated: '',
  new: 'It is being matched: reload this page.',
  order: 'Already matched to an order.',
  refund: 'Already matched to a refund.',
  treasury: 'Already recorded as the operator’s own money.',
  returned: 'Already returned.',
  recovered: 'Already recorded as a recovery.',
  itemised: 'Already split into its parts.',
};

/** One for each key of `MATCH_KEYS`. */
const MAX_CANDIDATES = 5;
const MATCH_KEYS = ['A', '2', '3', '4', '5'] as const;

/** Returns an unmatched payment with the orders that it may be for. */
export async function buildBookingReview(
  context: ConsoleContext,
  { entry, person }: { readonly entry: StoredEntry; readonly person: ConsolePerson },
): Promise<ReviewContents> {
  const candidates = entry.direction === 'credit' ? await findMatchCandidates(context, entry) : [];
  const { roles } = person;
  return {
    lead: `Booked on ${entry.bookedOn}: ${formatUnmatchedReason(entry.reason)}. The money is in the bank account and not matched to an order.`,
    columns: [],
    rows: [],
    groups: [
      {
        title: 'Bank booking',
        lines: [
          buildReviewLine('Payer', maskNameForRoles(roles, entry.counterpartyName) || 'not provided by the bank'),
          buildReviewLine(
            'From',
            maskAccount(entry.counterpartyAccount) || 'not provided by the bank',
            'plain',
            canSeePersonalData(roles) && entry.counterpartyAccount !== ''
              ? { about: 'booking', subject: entry.id, field: 'account' }
              : null,
          ),
          buildReviewLine(
            'Reference text',
            (canSeePersonalData(roles) ? entry.remittance : '') || (entry.remittance === '' ? 'none' : '·····'),
          ),
          buildReviewLine('Bank reference', entry.reference || entry.id),
          ...(entry.doubt === null ? [] : [buildReviewLine('Possible duplicate of', entry.doubt, 'warn')]),
        ],
      },
    ],
    checklist: [],
    candidates: candidates.map(({ order, buyer, score: { total, ...parts } }) => ({
      orderNo: order.orderNo,
      status: order.status,
      due: presentAmount(subtractAmounts(order.pay, order.received)),
      buyer: maskNameForRoles(roles, buyer),
      createdAt: order.createdAt.toISOString(),
      score: total,
      parts,
    })),
    note: candidates.length === 0 ? 'No open order in this currency matches.' : '',
    decisions: [
      ...candidates.map(({ order }, at) => buildMatchDecision(entry, order.orderNo, at)),
      buildReturnDecision(entry),
    ],
  };
}

/** Returns the orders that a payment may be for, the likeliest first. */
export async function findMatchCandidates({ database }: { readonly database: Queryable }, entry: StoredEntry) {
  const { units, asset } = entry.amount;
  const orders = await findOrdersByIds(
    database,
    await findCandidateOrderIds(database, { currency: asset.code, units }),
  );
  const profiles = await findProfiles(
    database,
    orders.flatMap(({ buyerId }) => buyerId ?? []),
  );
  const open = orders.map((order) => {
    const profile = profiles.get(order.buyerId ?? '');
    return {
      order,
      dueUnits: subtractAmounts(order.pay, createAmount(order.pay.asset, order.received.units)).units,
      buyer: profile ? `${profile.firstName} ${profile.lastName}` : '',
      createdAt: order.createdAt,
    };
  });
  return rankCandidates({ units, payer: entry.counterpartyName, bookedAt: entry.createdAt }, open, MAX_CANDIDATES);
}

function buildMatchDecision(entry: StoredEntry, orderNo: string, at: number): DecisionDefinition {
  return {
    key: MATCH_KEYS[at] ?? '',
    action: 'match',
    subject: orderNo,
    input: { entry: entry.id },
    label: `Match to order ${at + 1}`,
    effect: `${formatAmountWithCode(entry.amount)} are matched to ${orderNo}. Once the order is fully paid, risk checks run and the order continues; if the order is closed, the money is refunded.`,
    closed: explainNotOpen(entry),
  };
}

function buildReturnDecision(entry: StoredEntry): DecisionDefinition {
  const { counterpartyName, counterpartyAccount } = entry;
  const isKnown = counterpartyName !== '' && counterpartyAccount !== '';
  return {
    key: 'S',
    action: 'return',
    subject: entry.id,
    input: { amount: `${formatAmount(entry.amount)} ${entry.amount.asset.code}`, name: '', account: '' },
    label: `Return ${formatAmountWithCode(entry.amount)}`,
    effect: 'The money is returned by bank transfer to the account that it came from, and it can no longer be matched.',
    closed:
      explainNotOpen(entry) ||
      (isKnown
        ? ''
        : 'The bank did not name the sender. Return it to an account that you enter under Treasury, Transfers.'),
  };
}

function explainNotOpen({ status, direction }: StoredEntry): string {
  if (direction === 'debit') return 'Outgoing money is not matched to orders: see Reconciliation.';
  return BOOKING_STATUS_TEXTS[status];
}
