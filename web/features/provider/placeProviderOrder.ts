import { call } from '../../api/call.ts';
import { type Draft, updateDraft } from '../draft/draft.ts';
import { orderSubmission } from '../draft/orderSubmission.ts';
import { tellOrderCreated } from '../opener/opener.ts';

/**
 * Makes the order that another provider fulfils and keeps what it said in the draft. Gives the path on which the
 * purchase goes on. Throws CallError.
 */
export async function placeProviderOrder(draft: Draft): Promise<string> {
  const made = await call('cryptoOrder', orderSubmission(draft));
  const { orderNo, service, nextStepContent, serviceLogoUrl } = made;
  updateDraft({ quoteToken: '', quoteExpireTime: 0, orderNo, service, nextStepContent, serviceLogoUrl });
  tellOrderCreated(orderNo);
  return `/wait-payment?orderNo=${encodeURIComponent(orderNo)}`;
}
