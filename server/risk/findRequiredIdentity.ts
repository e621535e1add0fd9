import type { Quote } from '@slipway/contract/entities/quote.ts';
import type { Rules } from '../platform/config/rules.ts';
import type { Database } from '../platform/database/database.ts';
import type { Session } from '../platform/http/handlers.ts';
import { isAboveDocumentLimit, needsDocument } from './identityLimit.ts';

type IdentityContext = { readonly database: Database; readonly rules: Rules };

/**
 * Returns the identity check that the operator's own provider will still require from this buyer for a purchase of this
 * value, before any money is authorized or received.
 */
export async function findRequiredIdentity(
  context: IdentityContext,
  session: Session | null,
  euroCents: bigint,
): Promise<Quote['identity']> {
  if (!session) return isAboveDocumentLimit(context.rules, euroCents) ? 'document' : 'basic';
  const { buyerId, kycLevel } = session;
  if (await needsDocument(context, { buyerId, euroCents, orderId: null })) return 'document';
  return kycLevel >= 1 ? 'none' : 'basic';
}
