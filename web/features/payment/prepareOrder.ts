import type { CallData } from '@slipway/contract/calls.ts';
import { traitsIfAny } from '@slipway/contract/entities/payMethods.ts';
import { isOwnPath } from '@slipway/contract/ownPath.ts';
import { call } from '../../api/call.ts';
import { CallError, isOutcomeUnknown } from '../../api/callError.ts';
import { errorText } from '../../i18n/errorText.ts';
import { queryOfError } from '../../i18n/queryOfError.ts';
import { clearDraft, type Draft, methodOfOrder, updateDraft } from '../draft/draft.ts';
import { orderSubmission } from '../draft/orderSubmission.ts';
import { tellOrderCreated } from '../opener/opener.ts';
import { rememberedPartner } from '../partner/rememberedPartner.ts';
import { refusedPath } from '../partner/sessionRefusal.ts';
import { rememberDetailsReturn } from '../session/session.ts';

export type SavedCard = CallData<'cardList'>[number];

/** Where Select Card leads, or what it shows. */
export type Preparation =
  | { readonly kind: 'go'; readonly to: string }
  | { readonly kind: 'choose'; readonly cards: readonly SavedCard[] };

export type OrderMade =
  | { readonly kind: 'made'; readonly orderNo: string }
  /** The price ran out, or has made another order: a new quote is needed. */
  | { readonly kind: 'expired' }
  | { readonly kind: 'go'; readonly to: string };

const PRICE_EXPIRED = '5003';
/** The page of these steps, without an order. */
const ORDER_MAKER = '/select-card';
/** One quote makes one order. */
const usedUp = { quoteToken: '', quoteExpireTime: 0, ordering: false } as const;
/** What Edit is told where the server gave no words of its own. */
const ORDER_FAILED = 'create order failed';

/** Confirm Address asks whether the contract is the buyer's wallet. */
const CONTRACT_FAULT = 'address_is_contract';
/** Refusals that the address screen mends; it names them under its own fields. */
const ADDRESS_FAULTS = new Set<string>(['address_invalid', 'wallet_type_missing', 'exchange_missing']);

/**
 * Step 2 of Select Card: a buyer whose details were refused or are being looked at cannot go on. Where the method needs a
 * known buyer, the details are accepted before the order is made.
 */
export async function blockedByDetails(payMethod: string, signal: AbortSignal): Promise<string | null> {
  const { isKyc, kyc_level: level } = await call('userStatus', {}, { signal, navigational: true });
  if (isKyc === '2') return '/kyc-status?status=2';
  const unknown = level < 1 && traitsIfAny(payMethod)?.needsKnownBuyer === true;
  if (unknown) rememberDetailsReturn(ORDER_MAKER);
  if (isKyc === '3') return '/enter-information?isUnderReview=true&step=2';
  return unknown ? '/enter-information' : null;
}

/**
 * Step 3: makes the order from the draft. An order that is not paid on the card pages leads to its own, and the draft is
 * done with. A refusal leads back to Edit with its words; an unknown outcome is thrown, and the same order is
 * asked for the next time.
 */
export async function makeOrder(draft: Draft): Promise<OrderMade> {
  updateDraft({ ordering: true });
  try {
    const made = await call('coinOrder', orderSubmission(draft), { navigational: true });
    const { orderNo, service, nextStepContent, serviceLogoUrl } = made;
    updateDraft({ ...usedUp, orderNo, service, nextStepContent, serviceLogoUrl });
    tellOrderCreated(orderNo);
    if (isOwnPath(nextStepContent) && !nextStepContent.startsWith(ORDER_MAKER)) {
      clearDraft();
      return { kind: 'go', to: nextStepContent };
    }
    return { kind: 'made', orderNo };
  } catch (error) {
    if (!(error instanceof CallError) || isOutcomeUnknown(error)) throw error;
    updateDraft({ ordering: false });
    if (error.handled) throw error;
    const key = error.detail?.error ?? '';
    if (error.respCode === PRICE_EXPIRED || key === 'quote_already_used') {
      updateDraft({ quoteExpireTime: 0 });
      return { kind: 'expired' };
    }
    if (key === 'details_missing') {
      rememberDetailsReturn(ORDER_MAKER);
      return { kind: 'go', to: '/enter-information' };
    }
    if (key === 'session_fixed') {
      clearDraft();
      return { kind: 'go', to: refusedPath({ reason: 'fixed', partnerId: rememberedPartner(), field: '' }) };
    }
    if (ADDRESS_FAULTS.has(key)) return { kind: 'go', to: `/submit-address?error=${key}` };
    if (key === CONTRACT_FAULT) return { kind: 'go', to: `/confirm-address?error=${key}` };
    const said = saysWhy(error) ? queryOfError(error, errorText(error)) : ORDER_FAILED;
    return { kind: 'go', to: `/edit?error=${encodeURIComponent(said)}` };
  }
}

function saysWhy(error: CallError): boolean {
  return error.detail !== null || error.respMessage !== '';
}

/** Steps 4 to 7, for an order that is made. */
export async function prepareCards(orderNo: string, signal: AbortSignal): Promise<Preparation> {
  const query = `?orderNo=${encodeURIComponent(orderNo)}`;
  const { kyc_level: level } = await call('userStatus', {}, { signal, navigational: true });
  if (level < 1) {
    rememberDetailsReturn(`/select-card${query}`);
    return { kind: 'go', to: '/enter-information' };
  }
  const { isIdentification } = await call('checkIdentification', { orderNo }, { signal, navigational: true });
  if (isIdentification === '0') return { kind: 'go', to: `/verify-id${query}` };
  // A wallet brings its own card.
  const cards = (await isOfWallet(orderNo, signal)) ? [] : await call('cardList', {}, { signal, navigational: true });
  return cards.length === 0 ? { kind: 'go', to: `/enter-card${query}` } : { kind: 'choose', cards };
}

/** Of an order that another tab or device has made only the server knows. */
async function isOfWallet(orderNo: string, signal: AbortSignal): Promise<boolean> {
  const known = methodOfOrder(orderNo);
  const payMethod = known || (await call('checkoutInfo', { orderNo }, { signal, navigational: true })).payMethod;
  return traitsIfAny(payMethod)?.wallet !== undefined;
}
