import { createHmac } from 'node:crypto';
import type { CardRecord } from '../accountState.ts';
import { findBehaviourByNumber, getTestCard } from './testCards.ts';

const BRANDS: readonly (readonly [RegExp, string])[] = [
  [/^4/, 'visa'],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^(6011|65|64[4-9])/, 'discover'],
  [/^(36|38|30[0-5])/, 'diners'],
  [/^35/, 'jcb'],
  [/^62/, 'unionpay'],
];

function findCardBrand(number: string): string {
  return BRANDS.find(([pattern]) => pattern.test(number))?.[1] ?? 'unknown';
}

/** Checks the Luhn digit (ISO/IEC 7812-1 annex B). */
export function hasValidLuhnDigit(number: string): boolean {
  let sum = 0;
  for (let index = 0; index < number.length; index += 1) {
    const digit = Number(number[number.length - 1 - index]);
    const weighted = index % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return number.length > 0 && sum % 10 === 0;
}

type PrintedCard = { readonly number: string; readonly exp_month: number; readonly exp_year: number };

/**
 * Returns a card's fingerprint, from which its number cannot be derived without the key. Stripe's own depends only on the
 * number (docs.stripe.com/api/payment_methods/object, `card.fingerprint`). The fingerprint here also depends on the expiry
 * date, so that the few published test numbers give different cards for all buyers. Otherwise rules that count by card would
 * count all buyers together.
 */
export function computeFingerprint({ number, exp_month, exp_year }: PrintedCard): string {
  const card = `${number} ${exp_month}/${exp_year}`;
  return createHmac('sha256', 'sandbox-slipway-fingerprints').update(card).digest('base64url').slice(0, 16);
}

/** Returns the stored data of a card, without its full number and security code. */
export function createCardRecord(printed: PrintedCard): CardRecord {
  const { number, exp_month, exp_year } = printed;
  const { country = 'US' } = getTestCard(findBehaviourByNumber(number));
  return {
    brand: findCardBrand(number),
    country,
    last4: number.slice(-4),
    exp_month,
    exp_year,
    fingerprint: computeFingerprint(printed),
  };
}
