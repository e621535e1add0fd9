import type { CallData } from '@slipway/contract/calls.ts';
import { findPayMethodTraits } from '@slipway/contract/entities/payMethods.ts';
import { isOwnPath } from '@slipway/contract/ownPath.ts';
import { call, callWithEnvelope } from '../../../api/call.ts';
import { CallError, isOutcomeUnknown } from '../../../api/callError.ts';
import { buildErrorParameter } from '../../../i18n/buildErrorParameter.ts';
import { errorText } from '../../../i18n/errorText.ts';
import { buildOrderRequest } from '../../draft/buildOrderRequest.ts';
import { clearDraft, type Draft, findOrderMethod, updateDraft } from '../../draft/draft.ts';
import { requestUserStatus } from '../../identity/requestUserStatus.ts';
import { postOrderCreated } from '../../opener/opener.ts';
import { endChangedPurchase } from '../../partner/endChangedPurchase.ts';
import { rememberDetailsReturn } from '../../session/session.ts';

export type SavedCard = CallData<'cardList'>[number];

/** The page that Select Card redirects to, or the cards that it shows. */
export type Preparation =
  | { readonly kind: 'go'; readonly to: string }
  | { readonly kind: 'choose'; readonly cards: readonly SavedCard[] };

export type OrderCreationResult =
  | { readonly kind: 'made'; readonly orderNo: string }
  /** The quote expired or was already used for another order; a new quote is needed. */
  | { readonly kind: 'expired' }
  | { readonly kind: 'go'; readonly to: string };

const PRICE_EXPIRED = '5003';
/** Page that runs these steps without an order. */
const ORDER_CREATION_PATH = '/select-card';
/** A quote can be used for one order only. */
const usedQuote = { quoteToken: '', quoteExpireTime: 0, ordering: false } as const;
/** Message shown on Edit if the server sent none. */
const ORDER_FAILED = 'create order failed';

/** Confirm Address asks whether the contract is the buyer's wallet. */
const CONTRACT_FAULT = 'address_is_contract';
/** Errors that the buyer fixes on the address screen, which shows them below its fields. */
const ADDRESS_FAULTS = new Set<string>(['address_invalid', 'wallet_type_missing', 'exchange_missing']);

/**
 * Returns the page to go to if the buyer's details were rejected or are under review. If the payment method requires a
 * verified buyer, the details must be accepted before the order is created, so missing details also lead to their page.
 * Otherwise returns null.
 */
export async function findDetailsPage(payMethod: string, signal: AbortSignal): Promise<string | null> {
  const { isKyc, kyc_level: level } = await requestUserStatus({ signal, navigational: true });
  if (isKyc === '2') return '/kyc-status?status=2';
  const needsDetails = level < 1 && findPayMethodTraits(payMethod)?.needsKnownBuyer === true;
  const isUnderReview = isKyc === '3';
  if (needsDetails || isUnderReview) rememberDetailsReturn(ORDER_CREATION_PATH);
  if (isUnderReview) return '/enter-information?isUnderReview=true&step=2';
  return needsDetails ? '/enter-information' : null;
}

/**
 * Creates the order from the draft and notifies the opener. An order that is not paid on the card pages goes to its own page,
 * and the draft is cleared. A refusal goes to the page on which the buyer can resolve it, otherwise to Edit with its message.
 * Throws an error that is already handled, or whose outcome is unknown; after the latter, the next call requests the same order.
 */
export async function createDraftOrder(draft: Draft): Promise<OrderCreationResult> {
  updateDraft({ ordering: true });
  try {
    const { respMessage, data } = await callWithEnvelope('coinOrder', buildOrderRequest(draft), { navigational: true });
    if (respMessage !== '') {
      updateDraft({ ordering: false });
      return redirectToEdit(respMessage);
    }
    const { orderNo, service, nextStepContent, serviceLogoUrl } = data;
    updateDraft({ ...usedQuote, orderNo, service, nextStepContent, serviceLogoUrl });
    postOrderCreated(orderNo);
    if (isOwnPath(nextStepContent) && !nextStepContent.startsWith(ORDER_CREATION_PATH)) {
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
      rememberDetailsReturn(ORDER_CREATION_PATH);
      return { kind: 'go', to: '/enter-information' };
    }
    if (key === 'session_fixed') return { kind: 'go', to: endChangedPurchase() };
    if (ADDRESS_FAULTS.has(key)) return { kind: 'go', to: `/submit-address?error=${key}` };
    if (key === CONTRACT_FAULT) return { kind: 'go', to: `/confirm-address?error=${key}` };
    return redirectToEdit(hasReason(error) ? buildErrorParameter(error, errorText(error)) : ORDER_FAILED);
  }
}

function redirectToEdit(message: string): OrderCreationResult {
  return { kind: 'go', to: `/edit?error=${encodeURIComponent(message)}` };
}

function hasReason(error: CallError): boolean {
  return error.detail !== null || error.respMessage !== '';
}

/**
 * Prepares Select Card for an existing order: returns the page for missing details, a required document or a new card, or the
 * saved cards.
 */
export async function prepareCards(orderNo: string, signal: AbortSignal): Promise<Preparation> {
  const query = `?orderNo=${encodeURIComponent(orderNo)}`;
  const { kyc_level: level } = await requestUserStatus({ signal, navigational: true });
  if (level < 1) {
    rememberDetailsReturn(`/select-card${query}`);
    return { kind: 'go', to: '/enter-information' };
  }
  const { isIdentification } = await call('checkIdentification', { orderNo }, { signal, navigational: true });
  if (isIdentification === '0') return { kind: 'go', to: `/verify-id${query}` };
  // A wallet provides the card itself.
  const cards = (await isWalletOrder(orderNo, signal))
    ? []
    : await call('cardList', {}, { signal, navigational: true });
  return cards.length === 0 ? { kind: 'go', to: `/enter-card${query}` } : { kind: 'choose', cards };
}

/** Returns true if the order is paid by a wallet. If another tab or device created it, only the server knows its method. */
async function isWalletOrder(orderNo: string, signal: AbortSignal): Promise<boolean> {
  const known = findOrderMethod(orderNo);
  const payMethod = known || (await call('checkoutInfo', { orderNo }, { signal, navigational: true })).payMethod;
  return findPayMethodTraits(payMethod)?.wallet !== undefined;
}
