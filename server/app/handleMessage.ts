import { findBuyerByVerifierReference } from '../account/buyerStore.ts';
import { raiseAlert } from '../notification/alertStore.ts';
import { findMessage, type InboxMessage, markHandled } from '../platform/inbox/inboxStore.ts';
import type { Family } from '../providers/vendor.ts';
import { syncBuyer } from '../purchase/identity/identityNews.ts';
import { applyEvent } from '../purchase/order/applyEvent.ts';
import type { EventOf } from '../purchase/order/events.ts';
import type { Order } from '../purchase/order/order.ts';
import { findOrderById } from '../purchase/order/orderStore.ts';
import { findAttempt, findAttemptByPayment } from '../purchase/payment/attemptStore.ts';
import { recordPayment } from '../purchase/payment/paymentNews.ts';
import { recordRefund } from '../purchase/refund/refundNews.ts';
import { findRefundByAcquirerId } from '../purchase/refund/refundStore.ts';
import type { Context, MarketProviders } from './context.ts';

type MessageContext = Context & MarketProviders;

type MessageReader = (context: MessageContext, message: InboxMessage) => Promise<boolean>;

/** What is done about a message, by the family of who sent it. True when nothing is left to do. */
const readers: { readonly [Name in Family]?: MessageReader } = { card: handleCard, identity: handleIdentity };

/** Reads one message of the inbox: whatever it hints at, the provider is asked for the truth. */
export function createMessageHandler(context: MessageContext): (messageId: string) => Promise<void> {
  return async (subject) => {
    const message = await findMessage(context.database, Number(subject));
    if (!message) return;
    const family = context.families.get(message.provider);
    const read = (family && readers[family]) ?? reportUnknown;
    if (await read(context, message)) await markHandled(context.database, message.id);
  };
}

/** Nobody can be asked what it means: it is kept as it came, and a person is told. */
async function reportUnknown({ database, log }: MessageContext, message: InboxMessage): Promise<boolean> {
  const { id, provider, kind, subjectId } = message;
  log.warn({ message: id, provider, kind }, 'a message of a vendor that is not on');
  await raiseAlert(database, {
    key: `message:${id}`,
    orderId: null,
    kind: 'message_of_unknown_vendor',
    facts: { message: id, provider, kind, subjectId },
  });
  return true;
}

async function handleIdentity(context: MessageContext, message: InboxMessage): Promise<boolean> {
  const buyer = await findBuyerByVerifierReference(context.database, message.subjectId);
  if (buyer) await syncBuyer(context, buyer);
  return true;
}

async function handleCard(context: MessageContext, message: InboxMessage): Promise<boolean> {
  if (message.kind.startsWith('ignored')) return true;
  if (message.kind.startsWith('refund')) return handleRefund(context, message);
  if (message.kind.startsWith('dispute')) return handleDispute(context, message);
  const payment = await context.card.getPayment(message.subjectId);
  if (payment.kind === 'refused') return true;
  if (payment.kind !== 'ok') return false;
  // The payment may be known to us by our attempt alone: its webhook can come before the answer that names it.
  const attempt = await findAttempt(context.database, payment.value.attemptId);
  if (attempt) await recordPayment(context, attempt, payment.value);
  return true;
}

async function handleRefund(context: MessageContext, message: InboxMessage): Promise<boolean> {
  const known = await findRefundByAcquirerId(context.database, message.subjectId);
  if (!known) return true;
  const refund = await context.card.getRefund(message.subjectId);
  if (refund.kind !== 'ok') return refund.kind === 'refused';
  await recordRefund(context, known.orderId, known, refund.value);
  return true;
}

type DisputeEvent = EventOf<'payment_disputed' | 'dispute_won' | 'dispute_lost'>;

/** What the acquirer's signed word means; the disputed amount is what was captured. */
const disputeEvents: Readonly<Record<string, (key: string, paymentId: string, order: Order) => DisputeEvent>> = {
  'dispute.open': (key, paymentId, { captured: { units } }) => ({
    kind: 'payment_disputed',
    key,
    facts: { paymentId, disputeId: null, units, disputeFeeUnits: null },
  }),
  'dispute.won': (key, paymentId) => ({
    kind: 'dispute_won',
    key,
    facts: { paymentId, disputeId: null, units: null, disputeFeeUnits: null },
  }),
  'dispute.lost': (key, paymentId, { captured: { units } }) => ({
    kind: 'dispute_lost',
    key,
    facts: { paymentId, disputeId: null, units },
  }),
};

async function handleDispute(context: MessageContext, message: InboxMessage): Promise<boolean> {
  const eventOf = disputeEvents[message.kind];
  const attempt = await findAttemptByPayment(context.database, message.subjectId);
  const order = attempt && (await findOrderById(context.database, attempt.orderId));
  if (!eventOf || !order) return true;
  const event = eventOf(`${message.subjectId}:${message.kind}`, message.subjectId, order);
  await context.database.transaction((transaction) => applyEvent(context.machine, transaction, order.id, event));
  return true;
}
