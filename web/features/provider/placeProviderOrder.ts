import { call } from '../../api/call.ts';
import { isRefusedWith } from '../../api/callError.ts';
import { clearDraft, type Draft, updateDraft } from '../draft/draft.ts';
import { orderSubmission } from '../draft/orderSubmission.ts';
import { tellOrderCreated } from '../opener/opener.ts';
import { rememberedPartner } from '../partner/rememberedPartner.ts';
import { refusedPath } from '../partner/sessionRefusal.ts';

/**
 * Makes the order that another provider fulfils and keeps what it said in the draft. Gives the path on which the
 * purchase goes on, or at which a session that fixes something else stops it. Throws CallError.
 */
export async function placeProviderOrder(draft: Draft): Promise<string> {
  const made = await call('cryptoOrder', orderSubmission(draft)).catch((error: unknown) => {
    if (isRefusedWith(error, 'session_fixed')) return null;
    throw error;
  });
  if (made === null) {
    clearDraft();
    return refusedPath({ reason: 'fixed', partnerId: rememberedPartner(), field: '' });
  }
  const { orderNo, service, nextStepContent, serviceLogoUrl } = made;
  updateDraft({ quoteToken: '', quoteExpireTime: 0, orderNo, service, nextStepContent, serviceLogoUrl });
  tellOrderCreated(orderNo);
  return `/wait-payment?orderNo=${encodeURIComponent(orderNo)}`;
}
