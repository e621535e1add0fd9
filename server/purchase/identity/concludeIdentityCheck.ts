import { type Buyer, lockOpenBuyer, setKycLevel } from '../../account/buyerStore.ts';
import { findProfile } from '../../account/details/profileStore.ts';
import { deleteDocumentRequest } from '../../account/identityLevels/documentRequestStore.ts';
import { findFixedLevel } from '../../account/identityLevels/fixedLevelStore.ts';
import type { NameScreening } from '../../account/names/nameScreening.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { IdentityCheck, IdentityVerifier } from '../../providers/identity/identityPort.ts';
import { type Outcome, ok, refused } from '../../providers/outcome.ts';
import type { Order } from '../order/order.ts';
import { findOrderById } from '../order/orderStore.ts';
import { type Conclusion, concludeWaiting, concludeWithEvent } from '../order/stepRunner/conclusion.ts';
import { applyConclusion } from '../order/stepRunner/runStep.ts';
import { assessOrder } from '../payment/assessment/assessOrder.ts';
import type { PaymentContext } from '../payment/cardPayments/concludePayment.ts';
import { isCheckStoredAfter, listOrdersAffectedByIdentity, updateIdentityCheck } from './identityStore.ts';
import { judgeDocument, updateReviewAlert } from './judgeDocument.ts';

export type VerifierContext = {
  readonly database: Database;
  readonly identity: IdentityVerifier;
  readonly nameScreening: NameScreening;
};
export type IdentityContext = PaymentContext & VerifierContext;

const RETRY_AFTER_MS = 1_000;

/**
 * Queries the verifier about a buyer, compares an accepted document with the buyer's details, and stores the result,
 * including the buyer's level. The buyer is locked during the comparison, so that details entered at the same time are
 * compared as well. Returns `not_found` if a new document was requested during the query, and `unavailable` if another answer
 * was stored meanwhile: it may be the later one, such as a rejection after an acceptance.
 */
export async function refreshIdentityCheck(
  { database, identity, nameScreening }: VerifierContext,
  buyer: Buyer,
): Promise<Outcome<IdentityCheck, 'not_found'>> {
  const startedAt = await database.now();
  const outcome = await identity.getCheck(buyer.verifierReference);
  if (outcome.kind !== 'ok') return outcome;
  return database.transaction(async (transaction): Promise<Outcome<IdentityCheck, 'not_found'>> => {
    const locked = (await lockOpenBuyer(transaction, buyer.id)) ?? buyer;
    // A new document was requested meanwhile: this result belongs to an earlier document.
    if (locked.verifierReference !== buyer.verifierReference) return refused('not_found');
    if (await isCheckStoredAfter(transaction, buyer.id, startedAt))
      return { kind: 'unavailable', retryAfterMs: RETRY_AFTER_MS, detail: 'another answer was stored meanwhile' };
    const check = await judgeDocument({ transaction, nameScreening }, locked, outcome.value);
    await updateIdentityCheck(transaction, buyer.id, {
      provider: identity.id,
      applicantId: check.applicantId,
      status: check.status,
      retryable: check.retryable,
      message: check.message ?? '',
    });
    await updateReviewAlert(transaction, buyer.id, outcome.value);
    await adjustLevel(transaction, locked, check);
    return ok(check);
  });
}

/**
 * Queries the verifier and applies its answer to every affected order of the buyer. For webhooks. Returns false if there was no
 * answer: no timer repeats the query for a buyer without an order that waits for a document.
 */
export async function syncBuyerIdentity(context: IdentityContext, buyer: Buyer): Promise<boolean> {
  const outcome = await refreshIdentityCheck(context, buyer);
  if (outcome.kind === 'ok') await applyCheckToOrders(context, buyer, outcome.value);
  return outcome.kind === 'ok' || outcome.kind === 'refused';
}

/** Applies a check to all of the buyer's affected orders except the named one. */
export async function applyCheckToOrders(
  context: IdentityContext,
  buyer: Buyer,
  check: IdentityCheck,
  except?: number,
): Promise<void> {
  for (const orderId of await listOrdersAffectedByIdentity(context.database, buyer.id)) {
    const order = orderId === except ? undefined : await findOrderById(context.database, orderId);
    if (!order) continue;
    const conclusion = await concludeIdentityCheck(context, order, check);
    await context.database.transaction((transaction) =>
      applyConclusion(context.machine, transaction, orderId, conclusion),
    );
  }
}

/**
 * Returns the conclusion for an order from the verifier's result. Assesses the order, with its reservations, once the
 * document is accepted.
 */
export async function concludeIdentityCheck(
  context: IdentityContext,
  order: Order,
  check: IdentityCheck,
): Promise<Conclusion> {
  const key = `${check.applicantId}:`;
  // After a retryable rejection, such as a blurred picture, the buyer may retry until the card's authorization expires.
  if (check.status === 'rejected')
    return check.retryable
      ? concludeWaiting('check_open')
      : concludeWithEvent({ kind: 'identity_rejected', key: `${key}identity_rejected`, facts: {} });
  if (order.status !== 'awaiting_identity' || check.status === 'needs_info') return concludeWaiting('check_open');
  if (check.status === 'processing')
    return concludeWithEvent({ kind: 'identity_processing', key: `${key}identity_processing`, facts: {} });
  const assessment = await assessOrder(context, order);
  if (!assessment) return concludeWaiting('price_unknown');
  // The accepted document does not suffice while two people have set the buyer's level: the order waits.
  const isSet = order.buyerId !== null && (await findFixedLevel(context.database, order.buyerId)) !== undefined;
  if (isSet && assessment.risk === 'clear' && assessment.identity === 'needed') return concludeWaiting('check_open');
  const again = `${key}identity_accepted:${order.eventSequence}`;
  return concludeWithEvent({ kind: 'identity_accepted', key: again, facts: { assessment } });
}

/**
 * Raises the buyer to level 2 for an accepted document, and ends the request for one. For a rejected document, lowers level 2
 * to 1, or to 0 without approved details.
 */
async function adjustLevel(transaction: Transaction, buyer: Buyer, check: IdentityCheck): Promise<void> {
  if (check.status === 'accepted') await deleteDocumentRequest(transaction, buyer.id);
  if (check.status === 'accepted' && buyer.kycLevel < 2) await setKycLevel(transaction, buyer.id, 2);
  if (check.status === 'rejected' && buyer.kycLevel === 2) {
    const profile = await findProfile(transaction, buyer.id);
    await setKycLevel(transaction, buyer.id, profile?.outcome === 'approved' ? 1 : 0);
  }
}
