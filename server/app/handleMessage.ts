import { findBuyerByVerifierReference } from '../account/buyerStore.ts';
import { raiseAlert } from '../notification/alertStore.ts';
import { findMessage, type InboxMessage, markHandled } from '../platform/inbox/inboxStore.ts';
import type { Family } from '../providers/vendor.ts';
import { recordDispute } from '../purchase/dispute/recordDispute.ts';
import { recordWarning } from '../purchase/dispute/recordWarning.ts';
import { syncBuyer } from '../purchase/identity/identityNews.ts';
import { keepPurchase } from '../purchase/offer/providerPurchaseStore.ts';
import { findOrder } from '../purchase/order/orderStore.ts';
import { findAttempt } from '../purchase/payment/attemptStore.ts';
import { recordPayment } from '../purchase/payment/paymentNews.ts';
import { recordAnyRefund } from '../purchase/refund/foreignRefunds.ts';
import type { Context, MarketProviders } from './context.ts';

type MessageContext = Context & MarketProviders;

type MessageReader = (context: MessageContext, message: InboxMessage) => Promise<boolean>;

/** What is done about a message, by the family of who sent it. True when nothing is left to do. */
const readers: { readonly [Name in Family]?: MessageReader } = {
  card: handleCard,
  identity: handleIdentity,
  offers: handleOffer,
};

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

/** The step asks the provider, and asks again where it does not answer. */
async function handleOffer({ database, machine }: MessageContext, message: InboxMessage): Promise<boolean> {
  const order = await findOrder(database, message.subjectId);
  if (order?.offerType !== message.provider) return true;
  const { provider, providerOrderId, accessToken } = message;
  const job = { effect: 'sync_provider', orderId: order.id, subject: '', cause: `message:${message.id}` } as const;
  await database.transaction(async (transaction) => {
    if (providerOrderId) await keepPurchase(transaction, { provider, providerOrderId, accessToken, orderId: order.id });
    await machine.jobs.send(transaction, job);
  });
  return true;
}

/** What a message of the acquirer is about, by how its kind starts. */
const aboutCards: Readonly<Record<string, MessageReader>> = {
  payment: handlePayment,
  refund: handleRefund,
  dispute: handleDispute,
  warning: handleWarning,
};

async function handleCard(context: MessageContext, message: InboxMessage): Promise<boolean> {
  const [family = ''] = message.kind.split('.');
  const read = Object.hasOwn(aboutCards, family) ? aboutCards[family] : undefined;
  return read ? read(context, message) : true;
}

async function handlePayment(context: MessageContext, { subjectId }: InboxMessage): Promise<boolean> {
  const payment = await context.card.getPayment(subjectId);
  if (payment.kind !== 'ok') return payment.kind === 'refused';
  // The payment may be known to us by our attempt alone: its webhook can come before the answer that names it.
  const attempt = await findAttempt(context.database, payment.value.attemptId);
  if (attempt) await recordPayment(context, attempt, payment.value);
  return true;
}

async function handleRefund(context: MessageContext, { subjectId }: InboxMessage): Promise<boolean> {
  const refund = await context.card.getRefund(subjectId);
  if (refund.kind !== 'ok') return refund.kind === 'refused';
  await recordAnyRefund(context, refund.value);
  return true;
}

async function handleDispute(context: MessageContext, { subjectId }: InboxMessage): Promise<boolean> {
  const askedAt = await context.database.now();
  const dispute = await context.card.getDispute(subjectId);
  if (dispute.kind !== 'ok') return dispute.kind === 'refused';
  await recordDispute(context, dispute.value, askedAt);
  return true;
}

async function handleWarning(context: MessageContext, { subjectId }: InboxMessage): Promise<boolean> {
  const warning = await context.card.getFraudWarning(subjectId);
  if (warning.kind !== 'ok') return warning.kind === 'refused';
  await recordWarning(context, warning.value);
  return true;
}
