import type { CallData } from '@slipway/contract/calls.ts';

export type SavedCard = CallData<'cardList'>[number];

/** A card is good through the last day of the month printed on it. */
export function isExpired({ expiryMonth, expiryYear }: Pick<SavedCard, 'expiryMonth' | 'expiryYear'>, now: Date) {
  return now.getFullYear() > expiryYear || (now.getFullYear() === expiryYear && now.getMonth() + 1 > expiryMonth);
}

/** `08/29`, as it is printed on the card. */
export function printedExpiry({ expiryMonth, expiryYear }: Pick<SavedCard, 'expiryMonth' | 'expiryYear'>) {
  return { month: String(expiryMonth).padStart(2, '0'), year: String(expiryYear % 100).padStart(2, '0') };
}
