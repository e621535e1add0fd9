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
import { saidSum } from '../shownSum.ts';
import { buyerGroup, moneySoFar, paymentGroup } from './commonGroups.ts';
import { type Evidence, line } from './evidence.ts';
import type { ReviewedDispute } from './reviewedDisputeStore.ts';
import type { ReviewSubject } from './reviewRows.ts';

type Asked = {
  readonly dispute: ReviewedDispute;
  readonly order: Order;
  readonly subject: ReviewSubject;
  readonly person: ConsolePerson;
};

/** A dispute with what our own records say for us: the same that its answer is written of. */
export async function disputeEvidence({ database }: ConsoleContext, asked: Asked): Promise<Evidence> {
  const { dispute, order, subject, person } = asked;
  const [checklist, buyer, payment] = await Promise.all([
    recordsFor(database, order),
    buyerGroup(database, order.buyerId),
    paymentGroup(database, order, subject.profile, person),
  ]);
  const amount = (units: bigint) => saidSum(amountOf(order.pay.asset, units));
  return {
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
          line('Our answer', ourAnswer(dispute)),
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

/** What became of our answer, and by whom it was sent. */
function ourAnswer({ evidence, evidenceBy, evidenceAt, answered }: ReviewedDispute): string {
  const by = evidenceBy === null ? 'by itself' : `by ${evidenceBy}`;
  if (evidence === 'sending') return `on its way, ${by}`;
  if (evidence === 'sent') return `sent ${by}${evidenceAt ? `, ${minuteOf(evidenceAt)}` : ''}`;
  if (answered) return 'sent by somebody in the acquirer’s dashboard';
  return evidence === 'refused' ? `refused by the acquirer, sent ${by}` : 'not sent';
}

function howAnswered(dispute: ReviewedDispute, order: Order): string {
  const { openedAt, dueAt, answered, status, evidence, needsConsent } = dispute;
  if (evidence === 'sent' || answered) return 'It was answered, once and for good. The bank decides.';
  if (evidence === 'sending') return 'An answer is on its way. The acquirer is asked what became of it.';
  if (evidence === 'refused')
    return 'The acquirer refused the answer that went by itself: send another by hand, or use the acquirer’s dashboard.';
  if (needsConsent)
    return 'Answering it costs a fee of its own: agree to that in the acquirer’s dashboard, and answer there.';
  const asked = { openedAt, answered, answerNeedsConsent: needsConsent, status, ...(dueAt && { answerBefore: dueAt }) };
  const at = answerTime(asked, order);
  return at
    ? `It is answered by itself at ${minuteOf(at)}, from these records, unless a person answers it before.`
    : 'Only what was delivered is answered by itself: this one is answered by a person, or not at all.';
}

function minuteOf(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
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
