import { type Buyer, setKycLevel } from '../../account/buyerStore.ts';
import { findProfile } from '../../account/profileStore.ts';
import type { Database } from '../../platform/database/database.ts';
import type { IdentityCheck, IdentityVerifier } from '../../providers/identity/identityPort.ts';
import { applyEvent } from '../order/applyEvent.ts';
import type { EventKind } from '../order/events.ts';
import { findOrderById } from '../order/orderStore.ts';
import { assessOrder } from '../payment/assessOrder.ts';
import type { PaymentContext } from '../payment/recordPayment.ts';
import { ordersWaitingForIdentity, updateCheck } from './identityStore.ts';

export type VerifierContext = { readonly database: Database; readonly identity: IdentityVerifier };

export type IdentityContext = PaymentContext & VerifierContext;

/** Asks the verifier about a buyer and keeps its answer. Undefined when it has none. */
export async function askVerifier(context: VerifierContext, buyer: Buyer): Promise<IdentityCheck | undefined> {
  const outcome = await context.identity.getCheck(buyer.verifierReference);
  if (outcome.kind !== 'ok') return undefined;
  const check = outcome.value;
  await updateCheck(context.database, buyer.id, {
    provider: context.identity.id,
    applicantId: check.applicantId,
    status: check.status,
    retryable: check.retryable,
    message: check.message ?? '',
  });
  await adjustLevel(context, buyer, check);
  return check;
}

/** Asks the verifier and takes its answer to every order that waits for it. */
export async function syncIdentity(context: IdentityContext, buyer: Buyer): Promise<void> {
  const check = await askVerifier(context, buyer);
  const kind = check && eventOf(check);
  if (!check || !kind) return;
  for (const orderId of await ordersWaitingForIdentity(context.database, buyer.id))
    await tellOrder(context, orderId, kind, check);
}

/** An accepted document lifts the buyer to level 2; a verdict that turns takes it away again. */
async function adjustLevel({ database }: VerifierContext, buyer: Buyer, check: IdentityCheck): Promise<void> {
  if (check.status === 'accepted' && buyer.kycLevel < 2) await setKycLevel(database, buyer.id, 2);
  if (check.status === 'rejected' && buyer.kycLevel === 2) {
    const profile = await findProfile(database, buyer.id);
    await setKycLevel(database, buyer.id, profile?.outcome === 'approved' ? 1 : 0);
  }
}

function eventOf(check: IdentityCheck): EventKind | undefined {
  if (check.status === 'accepted') return 'identity_accepted';
  if (check.status === 'processing') return 'identity_processing';
  // A picture that was blurred may be taken again, within the time that the hold lasts.
  return check.status === 'rejected' && !check.retryable ? 'identity_rejected' : undefined;
}

async function tellOrder(
  context: IdentityContext,
  orderId: number,
  kind: EventKind,
  check: IdentityCheck,
): Promise<void> {
  const order = await findOrderById(context.database, orderId);
  if (!order || (kind !== 'identity_rejected' && order.status !== 'awaiting_identity')) return;
  const assessment = kind === 'identity_accepted' ? await assessOrder(context, order) : undefined;
  // The price could not be looked up: the order waits, and the sweep asks again.
  if (kind === 'identity_accepted' && !assessment) return;
  const again = kind === 'identity_accepted' ? `:${order.eventSequence}` : '';
  await context.database.transaction((transaction) =>
    applyEvent(context.machine, transaction, orderId, {
      kind,
      key: `${check.applicantId}:${kind}${again}`,
      data: { assessment },
    }),
  );
}
