import type { CallData } from '@slipway/contract/calls.ts';

export type SavedCard = CallData<'cardList'>[number];

/** A card is valid through the last day of its expiry month. */
export function isExpired({ expiryMonth, expiryYear }: Pick<SavedCard, 'expiryMonth' | 'expiryYear'>, now: Date) {
  return now.getFullYear() > expiryYear || (now.getFullYear() === expiryYear && now.getMonth() + 1 > expiryMonth);
}

/** Returns month and two-digit year, as printed on the card (`08/29`). */
export function formatExpiry({ expiryMonth, expiryYear }: Pick<SavedCard, 'expiryMonth' | 'expiryYear'>) {
  return { month: String(expiryMonth).padStart(2, '0'), year: String(expiryYear % 100).padStart(2, '0') };
}
