import { callWithEnvelope } from '../../api/call.ts';
import { CallError, isRefusedWith } from '../../api/callError.ts';
import { buildOrderRequest } from '../draft/buildOrderRequest.ts';
import { type Draft, updateDraft } from '../draft/draft.ts';
import { postOrderCreated } from '../opener/opener.ts';
import { endChangedPurchase } from '../partner/endChangedPurchase.ts';

/**
 * Creates an order at another provider and stores the answer in the draft. Returns the path on which the purchase
 * continues, or the error page if a partner session fixes something else. Throws CallError.
 */
export async function placeProviderOrder(draft: Draft): Promise<string> {
  const made = await callWithEnvelope('cryptoOrder', buildOrderRequest(draft)).catch((error: unknown) => {
    if (isRefusedWith(error, 'session_fixed')) return null;
    throw error;
  });
  if (made === null) return endChangedPurchase();
  const { respMessage, data } = made;
  // A message is a refusal, also in an answer with the code of success.
  if (respMessage !== '') throw new CallError({ respCode: '200', respMessage, status: 200 });
  const { orderNo, service, nextStepContent, serviceLogoUrl } = data;
  updateDraft({ quoteToken: '', quoteExpireTime: 0, orderNo, service, nextStepContent, serviceLogoUrl });
  postOrderCreated(orderNo);
  return `/wait-payment?orderNo=${encodeURIComponent(orderNo)}`;
}
