import { currentDraft, unfixed, updateDraft } from '../draft/draft.ts';
import { OPENED_NAME } from './openedName.ts';
import { queryOfRefusal, REFUSED_PATH } from './sessionRefusal.ts';

/**
 * The address that a page has to be shown at in place of its own: that of a refusal, where it belongs to an opened session that
 * this tab does not have. Another partner's link begins a purchase of its own. Null: the page stays.
 */
export function refusedAddress(search: string): { readonly path: string; readonly query: URLSearchParams } | null {
  const query = new URLSearchParams(search);
  const hasSession = currentDraft().partnerSession !== '';
  const partnerId = query.get('partnerId') ?? '';
  if (query.has(OPENED_NAME)) {
    const refused = { reason: 'elsewhere', partnerId, field: '' } as const;
    return hasSession ? null : { path: REFUSED_PATH, query: queryOfRefusal(refused) };
  }
  if (hasSession && partnerId !== '') updateDraft({ ...unfixed, address: '' });
  return null;
}
