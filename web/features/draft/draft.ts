import { isPayMethod } from '@slipway/contract/entities/payMethods.ts';

/** The buyer's decisions so far, kept for this tab. URL parameters take precedence over the draft. */
export type Draft = {
  readonly side: 'Pay' | 'Get';
  readonly sendCurrency: string;
  readonly getCurrency: string;
  /** Amounts as last quoted or typed; '' if unknown. */
  readonly sendCurrencyAmount: string;
  readonly getCurrencyAmount: string;
  /** Token of the last quote; '' if there is none. It is kept after expiry, because the next quote continues it. */
  readonly quoteToken: string;
  /** Epoch seconds. */
  readonly quoteExpireTime: number;
  readonly payMethod: string;
  readonly country: string;

  readonly offerType: string;
  readonly offerImg: string;
  readonly offerName: string;
  readonly offerSendAmount: string;
  readonly offerGetAmount: string;
  readonly service: string;
  readonly nextStepContent: string;
  readonly serviceLogoUrl: string;
  /** The purchase's order number; '' until the order is created. */
  readonly orderNo: string;
  /** The order was submitted with the last quote and no answer has arrived. */
  readonly ordering: boolean;

  readonly address: string;
  /** Contract address that the buyer confirmed as their wallet; '' if none. */
  readonly acceptedContract: string;
  readonly addressFixed: boolean;
  readonly isSaveAddress: boolean;
  readonly walletType: '' | 'self_hosted' | 'exchange';
  readonly exchange: string;

  readonly from: string;
  readonly redirectUrl: string;
  /** Partner session for the order if a partner has fixed part of it; '' otherwise. */
  readonly partnerSession: string;
  /** Price of the goods that this purchase pays for; '' if none. */
  readonly goodsOrderAmount: string;
  readonly goodsOrderCurrency: string;
};

export const emptyDraft: Draft = {
  side: 'Pay',
  sendCurrency: '',
  getCurrency: '',
  sendCurrencyAmount: '',
  getCurrencyAmount: '',
  quoteToken: '',
  quoteExpireTime: 0,
  payMethod: '',
  country: '',
  offerType: '',
  offerImg: '',
  offerName: '',
  offerSendAmount: '',
  offerGetAmount: '',
  service: '',
  nextStepContent: '',
  serviceLogoUrl: '',
  orderNo: '',
  ordering: false,
  address: '',
  acceptedContract: '',
  addressFixed: false,
  isSaveAddress: false,
  walletType: '',
  exchange: '',
  from: '',
  redirectUrl: '',
  partnerSession: '',
  goodsOrderAmount: '',
  goodsOrderCurrency: '',
};

/** Resets the order for a new purchase. */
export const noOrder = { orderNo: '', ordering: false } as const;

/** A purchase with nothing fixed by a partner. */
export const noPartnerSession = { partnerSession: '', addressFixed: false } as const;

const STORAGE_KEY = 'globalState';
/** Increase whenever the meaning of a field changes; drafts of other versions are discarded. */
const VERSION = 1;

let current: Draft | null = null;
const listeners = new Set<() => void>();

/**
 * True after navigation to another page in this tab. The old page may come back from the back/forward cache, and its
 * timers run until it reloads; its outdated draft must not overwrite the newer one.
 */
let isPageHidden = false;
if (typeof window !== 'undefined') addEventListener('pagehide', () => (isPageHidden = true));

/** Parses the stored draft; another version or format gives the empty draft. */
export function parseDraft(stored: string | null): Draft {
  try {
    const value = JSON.parse(stored ?? 'null') as { version?: number; draft?: Record<string, unknown> } | null;
    if (value?.version !== VERSION || typeof value.draft !== 'object') return emptyDraft;
    const known = Object.entries(value.draft).filter(
      ([name, field]) => name in emptyDraft && typeof field === typeof emptyDraft[name as keyof Draft],
    );
    const draft = { ...emptyDraft, ...(Object.fromEntries(known) as Partial<Draft>) };
    // The server would reject every quote request with an unknown payment method.
    return { ...draft, payMethod: isPayMethod(draft.payMethod) ? draft.payMethod : '' };
  } catch {
    return emptyDraft;
  }
}

export function getDraft(): Draft {
  current ??= parseDraft(sessionStorage.getItem(STORAGE_KEY));
  return current;
}

/**
 * Returns the payment method of an order created in this tab; '' for other orders. Without an order number, returns the
 * draft's method.
 */
export function findOrderMethod(orderNo: string): string {
  const { orderNo: own, payMethod } = getDraft();
  return own === orderNo || orderNo === '' ? payMethod : '';
}

export function updateDraft(change: Partial<Draft>): void {
  if (isPageHidden) return;
  current = { ...getDraft(), ...change };
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ version: VERSION, draft: current }));
  for (const listener of listeners) listener();
}

/** Clears everything that the buyer has decided, so that nothing leaks into the next purchase. */
export function clearDraft(): void {
  updateDraft(emptyDraft);
}

/** Clears the buyer's wallet, unless a partner fixed its address; the rest of the purchase stays. */
export function clearDraftWallet(): void {
  if (getDraft().addressFixed) return;
  updateDraft({ address: '', acceptedContract: '', isSaveAddress: false, walletType: '', exchange: '' });
}

export function subscribeToDraft(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
