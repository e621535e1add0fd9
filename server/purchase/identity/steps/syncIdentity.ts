import { concludeWaiting, retryConclusions } from '../../order/stepRunner/conclusion.ts';
import { defineStep } from '../../order/stepRunner/defineStep.ts';
import {
  applyCheckToOrders,
  concludeIdentityCheck,
  type IdentityContext,
  refreshIdentityCheck,
} from '../concludeIdentityCheck.ts';
import { loadBuyerSubject } from './loadBuyerSubject.ts';

/** Queries the verifier for the state of the buyer's check, and applies it to all orders of the buyer that it affects. */
export const syncIdentity = defineStep({
  effect: 'sync_identity',
  while: ['awaiting_identity'],
  about: loadBuyerSubject,
  call: (context: IdentityContext, { buyer }) => refreshIdentityCheck(context, buyer),
  conclusions: {
    async ok(context, { order, buyer }, check) {
      await applyCheckToOrders(context, buyer, check, order.id);
      return concludeIdentityCheck(context, order, check);
    },
    // The buyer has not opened the verifier's page yet.
    refused: { not_found: () => concludeWaiting('check_open') },
    ...retryConclusions,
  },
});
