import { isPayMethod } from '@slipway/contract/entities/payMethods.ts';

/** What the buyer has decided so far, for as long as the tab lives. The URL comes first; this fills what it lacks. */
export type Draft = {
  readonly side: 'Pay' | 'Get';
  readonly sendCurrency: string;
  readonly getCurrency: string;
  /** The two amounts as last quoted or typed; '' when unknown. */
  readonly sendCurrencyAmount: string;
  readonly getCurrencyAmount: string;
  /** Token of the last quote; '' when there is none. A quote that is over is still the one that the next one follows. */
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
  /** The order that the purchase has; '' until it is made. */
  readonly orderNo: string;
  /** The order was sent off with the last quote, and no answer has come. */
  readonly ordering: boolean;

  readonly address: string;
  /** The address of a contract that the buyer has confirmed to be their wallet; '' for none. */
  readonly acceptedContract: string;
  readonly addressFixed: boolean;
  readonly isSaveAddress: boolean;
  readonly walletType: '' | 'self_hosted' | 'exchange';
  readonly exchange: string;

  readonly from: string;
  readonly redirectUrl: string;
  /** What an order is made with where a partner has fixed something of it; '' otherwise. */
  readonly partnerSession: string;
  /** What the order of goods costs that this pays for; '' for none. */
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

/** A purchase that is begun anew: whatever was ordered before is another one. */
export const unordered = { orderNo: '', ordering: false } as const;

/** A purchase of which no partner has fixed anything. */
export const unfixed = { partnerSession: '', addressFixed: false } as const;

const STORAGE_KEY = 'globalState';
/** Raised whenever a field changes its meaning; a draft of another version is thrown away. */
const VERSION = 1;

let current: Draft | null = null;
const listeners = new Set<() => void>();

/**
 * This page was left for another one of the tab. Back may bring it out of the browser's cache, and its timers run on until it is
 * loaded anew: what it still knows of the purchase is old, and must not take the place of what has become of it.
 */
let left = false;
if (typeof window !== 'undefined') addEventListener('pagehide', () => (left = true));

/** Reads what was stored; anything of another version or shape gives the empty draft. */
export function parseDraft(stored: string | null): Draft {
  try {
    const value = JSON.parse(stored ?? 'null') as { version?: number; draft?: Record<string, unknown> } | null;
    if (value?.version !== VERSION || typeof value.draft !== 'object') return emptyDraft;
    const known = Object.entries(value.draft).filter(
      ([name, field]) => name in emptyDraft && typeof field === typeof emptyDraft[name as keyof Draft],
    );
    const draft = { ...emptyDraft, ...(Object.fromEntries(known) as Partial<Draft>) };
    // A word that is no method would be refused with every quote that it goes along with.
    return { ...draft, payMethod: isPayMethod(draft.payMethod) ? draft.payMethod : '' };
  } catch {
    return emptyDraft;
  }
}

export function currentDraft(): Draft {
  current ??= parseDraft(sessionStorage.getItem(STORAGE_KEY));
  return current;
}

/** The method of an order that this tab has made; '' for any other. Without an order, that of the one to be made. */
export function methodOfOrder(orderNo: string): string {
  const { orderNo: own, payMethod } = currentDraft();
  return own === orderNo || orderNo === '' ? payMethod : '';
}

export function updateDraft(change: Partial<Draft>): void {
  if (left) return;
  current = { ...currentDraft(), ...change };
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ version: VERSION, draft: current }));
  for (const listener of listeners) listener();
}

/** After an order is made or given up: nothing of it leaks into the next one. */
export function clearDraft(): void {
  updateDraft(emptyDraft);
}

export function subscribeToDraft(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
