import { asksAgain, waits } from '../../order/conclusion.ts';
import { defineStep } from '../../order/defineStep.ts';
import { askVerifier, type IdentityContext, identityNews, tellOrders } from '../identityNews.ts';
import { aboutBuyer } from './aboutBuyer.ts';

/** Asks the verifier how the buyer's check stands. */
export const syncIdentity = defineStep({
  effect: 'sync_identity',
  while: ['awaiting_identity'],
  about: aboutBuyer,
  ask: (context: IdentityContext, { buyer }) => askVerifier(context, buyer),
  says: {
    async ok(context, { order, buyer }, check) {
      await tellOrders(context, buyer, check, order.id);
      return identityNews(context, order, check);
    },
    // The buyer has not opened the verifier's page yet.
    refused: { not_found: () => waits('check_open') },
    ...asksAgain,
  },
});
