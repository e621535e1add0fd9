import { findBuyerByVerifierReference } from '../../account/buyerStore.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import { findUnhandledMessage, type InboxMessage, markMessageHandled } from '../../platform/inbox/inboxStore.ts';
import type { Family } from '../../providers/vendor.ts';
import { recordDispute } from '../../purchase/dispute/recordDispute.ts';
import { recordWarning } from '../../purchase/dispute/recordWarning.ts';
import { syncBuyerIdentity } from '../../purchase/identity/concludeIdentityCheck.ts';
import { insertProviderPurchase } from '../../purchase/offer/providerPurchaseStore.ts';
import { findOrder } from '../../purchase/order/orderStore.ts';
import { findAttempt } from '../../purchase/payment/attemptStore.ts';
import { recordPayment } from '../../purchase/payment/cardPayments/concludePayment.ts';
import { recordAcquirerRefund } from '../../purchase/refund/refundsElsewhere.ts';
import type { Context, MarketProviders } from '../context.ts';

type MessageContext = Context & MarketProviders;

type MessageHandler = (context: MessageContext, message: InboxMessage) => Promise<boolean>;

/** Handlers of messages by the sender's family. They return true when nothing is left to do. */
const handlersByFamily: { readonly [Name in Family]?: MessageHandler } = {
  card: handleCard,
  identity: handleIdentity,
  offers: handleOffer,
};

/** Creates the handler of inbox messages. A message is only a hint: the handler queries the provider's current state. */
export function createMessageHandler(context: MessageContext): (messageId: string) => Promise<void> {
  return async (subject) => {
    const message = await findUnhandledMessage(context.database, Number(subject));
    if (!message) return;
    const family = context.families.get(message.provider);
    const handle = (family && handlersByFamily[family]) ?? alertUnknownMessage;
    if (await handle(context, message)) await markMessageHandled(context.database, message.id);
  };
}

/** Raises an alert: no provider can be queried about it. The message is kept as received. */
async function alertUnknownMessage({ database, log }: MessageContext, message: InboxMessage): Promise<boolean> {
  const { id, provider, kind, subjectId } = message;
  log.warn({ message: id, provider, kind }, 'a webhook of a vendor without a handler was stored, and an alert raised');
  await raiseAlert(database, {
    key: `message:${id}`,
    orderId: null,
    kind: 'unknown_vendor_webhook',
    facts: { message: id, provider, kind, subjectId },
  });
  return true;
}

async function handleIdentity(context: MessageContext, message: InboxMessage): Promise<boolean> {
  const buyer = await findBuyerByVerifierReference(context.database, message.subjectId);
  return buyer ? syncBuyerIdentity(context, buyer) : true;
}

/** Stores the provider's id of the order, if the message has one, and queues the step that queries the provider. */
async function handleOffer({ database, machine }: MessageContext, message: InboxMessage): Promise<boolean> {
  const order = await findOrder(database, message.subjectId);
  if (order?.offerType !== message.provider) return true;
  const { provider, providerOrderId, accessToken } = message;
  const job = { effect: 'sync_provider', orderId: order.id, subject: '', cause: `message:${message.id}` } as const;
  await database.transaction(async (transaction) => {
    if (providerOrderId)
      await insertProviderPurchase(transaction, { provider, providerOrderId, accessToken, orderId: order.id });
    await machine.jobs.send(transaction, job);
  });
  return true;
}

/** Handlers of the acquirer's messages by the prefix of their kind. */
const cardMessageHandlers: Readonly<Record<string, MessageHandler>> = {
  payment: handlePayment,
  refund: handleRefund,
  dispute: handleDispute,
  warning: handleWarning,
};

async function handleCard(context: MessageContext, message: InboxMessage): Promise<boolean> {
  const [family = ''] = message.kind.split('.');
  const handle = Object.hasOwn(cardMessageHandlers, family) ? cardMessageHandlers[family] : undefined;
  return handle ? handle(context, message) : true;
}

async function handlePayment(context: MessageContext, { subjectId }: InboxMessage): Promise<boolean> {
  const payment = await context.card.getPayment(subjectId);
  if (payment.kind !== 'ok') return payment.kind === 'refused';
  // The payment may be known only by its attempt: its webhook can arrive before the answer that names the payment.
  const attempt = await findAttempt(context.database, payment.value.attemptId);
  if (attempt) await recordPayment(context, attempt, payment.value);
  return true;
}

async function handleRefund(context: MessageContext, { subjectId }: InboxMessage): Promise<boolean> {
  const refund = await context.card.getRefund(subjectId);
  if (refund.kind !== 'ok') return refund.kind === 'refused';
  await recordAcquirerRefund(context, refund.value);
  return true;
}

async function handleDispute(context: MessageContext, { subjectId }: InboxMessage): Promise<boolean> {
  const startedAt = await context.database.now();
  const dispute = await context.card.getDispute(subjectId);
  if (dispute.kind !== 'ok') return dispute.kind === 'refused';
  await recordDispute(context, dispute.value, startedAt);
  return true;
}

async function handleWarning(context: MessageContext, { subjectId }: InboxMessage): Promise<boolean> {
  const warning = await context.card.getFraudWarning(subjectId);
  if (warning.kind !== 'ok') return warning.kind === 'refused';
  await recordWarning(context, warning.value);
  return true;
}
