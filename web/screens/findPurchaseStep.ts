import { OWN_OFFER_TYPE } from '@slipway/contract/entities/ownOffer.ts';
import { readDetailsReturn, readLoginReturn } from '../features/session/session.ts';

export type PurchaseStep = {
  readonly step: number;
  /** The first step is Edit, the last one the payment. */
  readonly count: number;
  /** Progress of the purchase from 0 to 1; two screens of one step differ in it. */
  readonly share: number;
};

type ScreenStep = {
  readonly step: number;
  readonly share: number;
  /** The screen also exists outside purchases; returns the page that follows it. */
  readonly findNext?: () => string;
};

const COUNT = 5;
/** Other providers ask for the buyer's details on their own pages. */
const PROVIDER_COUNT = 4;

const screenSteps: Readonly<Record<string, ScreenStep>> = {
  '/select-offer': { step: 2, share: 0.3 },
  '/submit-address': { step: 3, share: 0.45 },
  '/confirm-address': { step: 3, share: 0.6 },
  '/email-login': { step: 4, share: 0.7, findNext: readLoginReturn },
  '/verification-code': { step: 4, share: 0.75, findNext: readLoginReturn },
  '/enter-information': { step: 4, share: 0.85, findNext: readDetailsReturn },
  '/select-card': { step: 5, share: 0.95 },
  '/enter-card': { step: 5, share: 0.95 },
};

const PAYMENT_PAGES = /^\/(select|enter)-card\b/;

/** Returns the purchase's step that a screen belongs to; null outside a purchase. */
export function findPurchaseStep(path: string, offerType: string): PurchaseStep | null {
  const found = screenSteps[path];
  if (!found || (found.findNext && !PAYMENT_PAGES.test(found.findNext()))) return null;
  const { step, share } = found;
  const isElsewhere = offerType !== '' && offerType !== OWN_OFFER_TYPE && step < PROVIDER_COUNT;
  return { step, share, count: isElsewhere ? PROVIDER_COUNT : COUNT };
}
