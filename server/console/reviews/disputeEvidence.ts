import { amountOf } from '@slipway/money/amount.ts';
import { findProfile } from '../../account/profileStore.ts';
import type { Database } from '../../platform/database/database.ts';
import { livePayout } from '../../purchase/delivery/payoutStore.ts';
import { answerTime } from '../../purchase/dispute/answerRules.ts';
import {
  authenticationAskedAt,
  letterSentAt,
  loginBefore,
  verifiedIdentity,
} from '../../purchase/dispute/evidenceStore.ts';
import type { Order } from '../../purchase/order/order.ts';
import { orderTimeline } from '../../purchase/order/orderEventStore.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { nameFor } from '../personal/masks.ts';
import { saidSum } from '../shownSum.ts';
import { buyerGroup, moneySoFar, paymentGroup } from './commonGroups.ts';
import { type Evidence, line } from './evidence.ts';
import type { ReviewedDispute } from './reviewedDisputeStore.ts';
import { nameOfBuyer, type ReviewSubject } from './reviewRows.ts';

type Asked = {
  readonly dispute: ReviewedDispute;
  readonly order: Order;
  readonly subject: ReviewSubject;
  readonly person: ConsolePerson;
};

/** A dispute with what our own records say for us: the same that its answer is written of. */
export async function disputeEvidence({ database }: ConsoleContext, asked: Asked): Promise<Evidence> {
  const { dispute, order, subject, person } = asked;
  const name = nameOfBuyer(subject);
  const [checklist, buyer, payment] = await Promise.all([
    recordsFor(database, order),
    buyerGroup(database, order.buyerId),
    paymentGroup(database, order, name, person),
  ]);
  const amount = (units: bigint) => saidSum(amountOf(order.pay.asset, units));
  return {
    title: `Do our records answer the dispute of ${nameFor(person.roles, name) || 'this buyer'}?`,
    lead: `${amount(dispute.units)} disputed as “${dispute.reason.replaceAll('_', ' ')}”. ${moneySoFar(order)}`,
    columns: [],
    rows: [],
    groups: [
      {
        title: 'The dispute',
        lines: [
          line('At the acquirer', `${dispute.id}, ${dispute.status}`),
          line('Held back by it', amount(dispute.heldUnits)),
          line('An answer is taken until', dispute.dueAt?.toISOString() ?? 'never'),
          line('Our answer', dispute.evidence === 'none' ? 'not sent' : `${dispute.evidence} by itself`),
        ],
      },
      ...buyer,
      ...payment,
    ],
    checklist,
    candidates: [],
    note: howAnswered(dispute, order),
    ways: [],
  };
}

function howAnswered(dispute: ReviewedDispute, order: Order): string {
  if (dispute.evidence === 'sent') return 'Our answer was sent. The acquirer decides.';
  if (dispute.evidence === 'refused') return 'The acquirer refused our answer. Answer it in the acquirer’s dashboard.';
  const { openedAt, dueAt, answered, status } = dispute;
  const at = answerTime(
    { openedAt, answered, answerNeedsConsent: false, status, ...(dueAt && { answerBefore: dueAt }) },
    order,
  );
  return at
    ? `It is answered by itself at ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC, from these records, unless answering costs a fee that was not agreed to. To answer earlier or otherwise, use the acquirer’s dashboard.`
    : 'Only what was delivered is answered by itself. To answer this one, use the acquirer’s dashboard.';
}

async function recordsFor(database: Database, order: Order): Promise<Evidence['checklist']> {
  const { buyerId } = order;
  const [profile, identity, login, timeline, payout, asked, letter] = await Promise.all([
    buyerId ? findProfile(database, buyerId) : undefined,
    buyerId ? verifiedIdentity(database, buyerId) : undefined,
    buyerId ? loginBefore(database, buyerId, order.createdAt) : undefined,
    orderTimeline(database, order.id),
    livePayout(database, order.id),
    authenticationAskedAt(database, order.id),
    letterSentAt(database, order.orderNo, 'delivered'),
  ]);
  const reached = (status: Order['status']) => timeline.find(({ toStatus }) => toStatus === status)?.at;
  const record = (what: string, at: Date | undefined, isThere = at !== undefined) => ({
    what,
    at: at?.toISOString() ?? null,
    isThere,
  });
  return [
    record('The buyer’s name', undefined, profile !== undefined),
    record('A document that was verified', identity?.acceptedAt),
    record('Logged in by a code before the order', login),
    record('Ordered from a known network address', order.createdAt, order.clientAddress !== ''),
    record('The card issuer’s own authentication', asked),
    record('The payment was taken', reached('paid')),
    record(`Delivered${payout ? ` by ${payout.transactionId}` : ''}`, reached('delivered')),
    record('The receipt was sent', letter),
  ];
}
