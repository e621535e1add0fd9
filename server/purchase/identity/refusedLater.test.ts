import { describe, expect, test } from 'vitest';
import { findBuyer } from '../../account/buyerStore.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import type { IdentityVerifier } from '../../providers/identity/identityPort.ts';
import { ok } from '../../providers/outcome.ts';
import type { Order } from '../order/order.ts';
import { captured, clear, createAuthorizedFacts, payment } from '../order/orderMachineHarness.testing.ts';
import { findOrderById } from '../order/orderStore.ts';
import { silentOrderMachine } from '../order/silentStepContext.testing.ts';
import { createEventApplier, storeOrder } from '../order/storedOrder.testing.ts';
import { type IdentityContext, syncBuyerIdentity } from './concludeIdentityCheck.ts';

const { database } = await openOwnDatabase(3);

const identity: IdentityVerifier = {
  id: 'acme-identity',
  openCheck: async () => ok({ url: 'https://verifier.example' }),
  getCheck: async (applicantId) => ok({ applicantId, status: 'rejected', retryable: false }),
  verifyWebhook: () => null,
};
const context = { database, identity, machine: silentOrderMachine } as unknown as IdentityContext;

/** The assessments that lead an order to each state. */
const assessments = {
  awaiting_identity: { ...clear, identity: 'needed' },
  awaiting_consent: { ...clear, driftedUnits: 1n },
  capturing: clear,
  paid: clear,
} as const;

describe('a document that the verifier rejects later', () => {
  test.each<[keyof typeof assessments, Order['status'], Order['heldFrom']]>([
    ['awaiting_identity', 'voiding', null],
    ['awaiting_consent', 'voiding', null],
    ['capturing', 'on_hold', 'paid'],
    ['paid', 'on_hold', 'paid'],
  ])('changes an order in %s to %s', async (status, after, heldFrom) => {
    const { id, buyerId } = await storeOrder(database);
    const apply = createEventApplier(database, id);
    await apply('payment_submitted', { attemptId: payment.attemptId });
    await apply('payment_authorized', createAuthorizedFacts(assessments[status]));
    if (status === 'paid') await apply('payment_captured', captured);
    expect((await findOrderById(database, id))?.status).toBe(status);

    const buyer = await findBuyer(database, buyerId);
    if (!buyer) throw new Error('no buyer');
    await syncBuyerIdentity(context, buyer);
    if (status === 'capturing') await apply('payment_captured', captured);
    expect(await findOrderById(database, id)).toMatchObject({ status: after, heldFrom, reason: 'identity_rejected' });
  });
});
