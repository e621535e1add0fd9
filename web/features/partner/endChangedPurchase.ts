import { clearDraft } from '../draft/draft.ts';
import { getRememberedPartner } from './rememberPartner.ts';
import { buildRefusalPath } from './sessionRefusal.ts';

/** Ends a purchase that differs from its partner session: clears the draft and returns the error page. */
export function endChangedPurchase(): string {
  clearDraft();
  return buildRefusalPath({ reason: 'fixed', partnerId: getRememberedPartner(), field: '' });
}
