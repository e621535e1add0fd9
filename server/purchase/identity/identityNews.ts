import { type Buyer, lockOpenBuyer, setKycLevel } from '../../account/buyerStore.ts';
import { endDocumentRequest } from '../../account/documentRequestStore.ts';
import type { NameScreening } from '../../account/names/nameScreening.ts';
import { findProfile } from '../../account/profileStore.ts';
import { findSetLevel } from '../../account/setLevelStore.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { IdentityCheck, IdentityVerifier } from '../../providers/identity/identityPort.ts';
import { type Outcome, ok, refused } from '../../providers/outcome.ts';
import { type Conclusion, tells, waits } from '../order/conclusion.ts';
import type { Order } from '../order/order.ts';
import { findOrderById } from '../order/orderStore.ts';
import { conclude } from '../order/runStep.ts';
import { assessOrder } from '../payment/assessOrder.ts';
import type { PaymentContext } from '../payment/paymentNews.ts';
import { ordersWaitingForIdentity, updateCheck } from './identityStore.ts';
import { judgeDocument, tellOfReview } from './judgeDocument.ts';

export type VerifierContext = {
  readonly database: Database;
  readonly identity: IdentityVerifier;
  readonly nameScreening: NameScreening;
};
export type IdentityContext = PaymentContext & VerifierContext;

/**
 * Asks the verifier about a buyer, compares what it accepts with what the buyer has said, and keeps what follows, the
 * buyer's level included. The buyer is locked meanwhile: details that are given at the same time are compared as well.
 */
export async function askVerifier(
  { database, identity, nameScreening }: VerifierContext,
  buyer: Buyer,
): Promise<Outcome<IdentityCheck, 'not_found'>> {
  const outcome = await identity.getCheck(buyer.verifierReference);
  if (outcome.kind !== 'ok') return outcome;
  return database.transaction(async (transaction) => {
    const locked = (await lockOpenBuyer(transaction, buyer.id)) ?? buyer;
    // A document was asked for anew meanwhile: this is the word on a former one.
    if (locked.verifierReference !== buyer.verifierReference) return refused('not_found');
    const check = await judgeDocument({ transaction, nameScreening }, locked, outcome.value);
    await updateCheck(transaction, buyer.id, {
      provider: identity.id,
      applicantId: check.applicantId,
      status: check.status,
      retryable: check.retryable,
      message: check.message ?? '',
    });
    await tellOfReview(transaction, buyer.id, outcome.value);
    await adjustLevel(transaction, locked, check);
    return ok(check);
  });
}

/** Asks the verifier and takes its answer to every order of the buyer that it matters to. For a webhook's hint. */
export async function syncBuyer(context: IdentityContext, buyer: Buyer): Promise<void> {
  const outcome = await askVerifier(context, buyer);
  if (outcome.kind === 'ok') await tellOrders(context, buyer, outcome.value);
}

/** The verdict is about a person: each of their orders hears of it, but for the one that is named. */
export async function tellOrders(
  context: IdentityContext,
  buyer: Buyer,
  check: IdentityCheck,
  except?: number,
): Promise<void> {
  for (const orderId of await ordersWaitingForIdentity(context.database, buyer.id)) {
    const order = orderId === except ? undefined : await findOrderById(context.database, orderId);
    if (!order) continue;
    const conclusion = await identityNews(context, order, check);
    await context.database.transaction((transaction) => conclude(context.machine, transaction, orderId, conclusion));
  }
}

/** What follows for an order from the verifier's word. */
export async function identityNews(context: IdentityContext, order: Order, check: IdentityCheck): Promise<Conclusion> {
  const key = `${check.applicantId}:`;
  // A picture that was blurred may be taken again, within the time that the hold lasts.
  if (check.status === 'rejected')
    return check.retryable
      ? waits('check_open')
      : tells({ kind: 'identity_rejected', key: `${key}identity_rejected`, facts: {} });
  if (order.status !== 'awaiting_identity' || check.status === 'needs_info') return waits('check_open');
  if (check.status === 'processing')
    return tells({ kind: 'identity_processing', key: `${key}identity_processing`, facts: {} });
  const assessment = await assessOrder(context, order);
  if (!assessment) return waits('price_unknown');
  // Two persons have said that it does not count for a time.
  const isSet = order.buyerId !== null && (await findSetLevel(context.database, order.buyerId)) !== undefined;
  if (isSet && assessment.risk === 'clear' && assessment.identity === 'needed') return waits('check_open');
  const again = `${key}identity_accepted:${order.eventSequence}`;
  return tells({ kind: 'identity_accepted', key: again, facts: { assessment } });
}

/** An accepted document lifts the buyer to level 2; a verdict that turns takes it away again. */
async function adjustLevel(transaction: Transaction, buyer: Buyer, check: IdentityCheck): Promise<void> {
  if (check.status === 'accepted') await endDocumentRequest(transaction, buyer.id);
  if (check.status === 'accepted' && buyer.kycLevel < 2) await setKycLevel(transaction, buyer.id, 2);
  if (check.status === 'rejected' && buyer.kycLevel === 2) {
    const profile = await findProfile(transaction, buyer.id);
    await setKycLevel(transaction, buyer.id, profile?.outcome === 'approved' ? 1 : 0);
  }
}
