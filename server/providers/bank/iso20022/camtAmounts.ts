import { type Amount, parseAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import type { CamtAmount } from './camtSchema.ts';
import { InconsistentStatementError } from './entryIdentity.ts';

/** A decimal of XML Schema that is not below zero, such as `.02`; leading and trailing zeros do not count. */
const DECIMAL = /^\+?(?=\.?\d)0*(\d*?)(?:\.(\d*?)0*)?$/;
const MAX_AMOUNT_LENGTH = 40;
/** ISO 20022's ActiveOrHistoricCurrencyAndAmount has eighteen digits at most. */
const MAX_DIGITS = 18;

/** Throws an {@link InconsistentStatementError}, as for more digits than the currency has, unless they are zeros. */
export function readAmount({ '#text': text, '@Ccy': code }: CamtAmount): Amount {
  try {
    const [match, whole = '', fraction = ''] = (text.length <= MAX_AMOUNT_LENGTH && DECIMAL.exec(text)) || [];
    if (match === undefined || whole.length + fraction.length > MAX_DIGITS) throw new RangeError('no amount');
    return parseAmount(fiatAsset(code), fraction === '' ? whole || '0' : `${whole || '0'}.${fraction}`);
  } catch {
    throw new InconsistentStatementError(`an amount of ${code} that cannot be: ${text.slice(0, 40)}`);
  }
}

/** Positive when credited. */
export function signed(units: bigint, direction: 'CRDT' | 'DBIT'): bigint {
  return direction === 'CRDT' ? units : -units;
}

/** Returns undefined where {@link readAmount} throws. */
export function readAmountOrNothing(amount: CamtAmount): Amount | undefined {
  try {
    return readAmount(amount);
  } catch {
    return undefined;
  }
}

export function isSameAsset(one: Amount, other: Amount): boolean {
  return one.asset.id === other.asset.id;
}
