import { createAmount } from '@slipway/money/amount.ts';
import type { Database } from '../../platform/database/database.ts';
import { computeAnswerTime } from '../../purchase/dispute/disputeAnswerRules.ts';
import { readEvidenceFacts } from '../../purchase/dispute/gatherEvidence.ts';
import type { Order } from '../../purchase/order/order.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { formatAmountWithCode } from '../presentAmount.ts';
import { buildReviewLine, type ReviewContents } from './reviewContents.ts';
import type { ReviewedDispute } from './reviewedDisputeStore.ts';
import { buildBuyerGroup, buildPaymentGroup, describeOrderMoney } from './reviewGroups.ts';
import type { ReviewSubject } from './reviewRows.ts';

type DisputeReviewInput = {
  readonly dispute: ReviewedDispute;
  readonly order: Order;
  readonly subject: ReviewSubject;
  readonly person: ConsolePerson;
};

/** Returns a dispute with the records from which its answer is written. */
export async function buildDisputeReview(
  { database }: ConsoleContext,
  input: DisputeReviewInput,
): Promise<ReviewContents> {
  const { dispute, order, subject, person } = input;
  const [checklist, buyer, payment] = await Promise.all([
    buildRecordChecklist(database, order),
    buildBuyerGroup(database, order.buyerId),
    buildPaymentGroup(database, order, subject.profile, person),
  ]);
  const amount = (units: bigint) => formatAmountWithCode(createAmount(order.pay.asset, units));
  return {
    lead: `${amount(dispute.units)} disputed as “${dispute.reason.replaceAll('_', ' ')}”. ${describeOrderMoney(order)}`,
    columns: [],
    rows: [],
    groups: [
      {
        title: 'Dispute',
        lines: [
          buildReviewLine('Acquirer reference', `${dispute.id}, ${dispute.status}`),
          buildReviewLine('Withheld by the acquirer', amount(dispute.heldUnits)),
          buildReviewLine('Respond by', dispute.dueAt?.toISOString() ?? 'no deadline'),
          buildReviewLine('Evidence', describeAnswer(dispute)),
        ],
      },
      ...buyer,
      ...payment,
    ],
    checklist,
    candidates: [],
    note: describeAnswerPath(dispute, order),
    decisions: [],
  };
}

/** Describes the state of the operator's answer and who sent it. */
function describeAnswer({ evidence, evidenceBy, evidenceAt, answered }: ReviewedDispute): string {
  const by = evidenceBy === null ? 'automatically' : `by ${evidenceBy}`;
  if (evidence === 'sending') return `being submitted ${by}`;
  if (evidence === 'sent') return `submitted ${by}${evidenceAt ? `, ${formatMinute(evidenceAt)}` : ''}`;
  if (answered) return 'submitted in the acquirer’s dashboard';
  return evidence === 'refused' ? `rejected by the acquirer, submitted ${by}` : 'not submitted';
}

function describeAnswerPath(dispute: ReviewedDispute, order: Order): string {
  const { openedAt, dueAt, answered, status, evidence, needsConsent } = dispute;
  if (evidence === 'sent' || answered) return 'Evidence was submitted and can’t be changed. The bank decides.';
  if (evidence === 'sending')
    return 'Evidence is being submitted. Slipway checks with the acquirer whether it arrived.';
  if (evidence === 'refused')
    return 'The acquirer rejected the submission. Submit evidence manually, or use the acquirer’s dashboard.';
  if (needsConsent) return 'Responding costs an extra fee. Accept the fee and respond in the acquirer’s dashboard.';
  const disputeFacts = {
    openedAt,
    isAnswered: answered,
    answerNeedsConsent: needsConsent,
    status,
    ...(dueAt && { answerBefore: dueAt }),
  };
  const at = computeAnswerTime(disputeFacts, order);
  return at
    ? `Evidence is submitted automatically at ${formatMinute(at)} from these records, unless someone submits it earlier.`
    : 'Evidence is submitted automatically only for delivered orders. For this order, submit it manually; otherwise the dispute gets no response.';
}

function formatMinute(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

async function buildRecordChecklist(database: Database, order: Order): Promise<ReviewContents['checklist']> {
  const { profile, identity, login, payout, ...times } = await readEvidenceFacts(database, order);
  const buildChecklistItem = (what: string, at: Date | undefined, isThere = at !== undefined) => ({
    what,
    at: at?.toISOString() ?? null,
    isThere,
  });
  return [
    buildChecklistItem('The buyer’s name', undefined, profile !== undefined),
    buildChecklistItem('Verified document', identity?.acceptedAt),
    buildChecklistItem('Logged in with a code before the order', login),
    buildChecklistItem('IP address of the order', order.createdAt, order.clientAddress !== ''),
    buildChecklistItem('Sent to the card issuer for authentication', times.authenticationRequestedAt),
    buildChecklistItem('Payment captured', times.paidAt),
    buildChecklistItem(`Delivered${payout ? ` by ${payout.transactionId}` : ''}`, times.deliveredAt),
    buildChecklistItem('Receipt sent', times.receiptSentAt),
  ];
}
