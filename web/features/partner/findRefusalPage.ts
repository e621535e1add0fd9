import { getDraft, noPartnerSession, updateDraft } from '../draft/draft.ts';
import { OPENED_BY_SESSION_PARAMETER } from './openedParameter.ts';
import { buildRefusalQuery, REFUSAL_PATH } from './sessionRefusal.ts';

/**
 * Returns the error page to show instead if the page belongs to a partner session that this tab does not have, else
 * null. A partner's link without a session starts a new purchase: removes an earlier session and its address from the draft.
 */
export function findRefusalPage(search: string): { readonly path: string; readonly query: URLSearchParams } | null {
  const query = new URLSearchParams(search);
  const hasSession = getDraft().partnerSession !== '';
  const partnerId = query.get('partnerId') ?? '';
  if (query.has(OPENED_BY_SESSION_PARAMETER)) {
    const refused = { reason: 'elsewhere', partnerId, field: '' } as const;
    return hasSession ? null : { path: REFUSAL_PATH, query: buildRefusalQuery(refused) };
  }
  if (hasSession && partnerId !== '') updateDraft({ ...noPartnerSession, address: '' });
  return null;
}
