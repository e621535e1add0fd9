import { type Amount, parseAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import type { CamtAmount } from './camtSchema.ts';
import { InconsistentStatementError } from './entryIdentity.ts';

/** A non-negative decimal of XML Schema, such as `.02`; leading and trailing zeros are ignored. */
const DECIMAL = /^\+?(?=\.?\d)0*(\d*?)(?:\.(\d*?)0*)?$/;
const MAX_AMOUNT_LENGTH = 40;
/** ISO 20022's ActiveOrHistoricCurrencyAndAmount has at most eighteen digits. */
const MAX_DIGITS = 18;

/**
 * Returns the amount. Throws an {@link InconsistentStatementError}, for example for more digits than the currency has,
 * unless they are zeros.
 */
export function readAmount({ '#text': text, '@Ccy': code }: CamtAmount): Amount {
  try {
    const [match, whole = '', fraction = ''] = (text.length <= MAX_AMOUNT_LENGTH && DECIMAL.exec(text)) || [];
    if (match === undefined || whole.length + fraction.length > MAX_DIGITS) throw new RangeError('no amount');
    return parseAmount(fiatAsset(code), fraction === '' ? whole || '0' : `${whole || '0'}.${fraction}`);
  } catch {
    throw new InconsistentStatementError(`an invalid amount of ${code}: ${text.slice(0, 40)}`);
  }
}

/** Returns the units, negative for a debit. */
export function applyDirection(units: bigint, direction: 'CRDT' | 'DBIT'): bigint {
  return direction === 'CRDT' ? units : -units;
}

/** Returns undefined if {@link readAmount} throws. */
export function tryReadAmount(amount: CamtAmount): Amount | undefined {
  try {
    return readAmount(amount);
  } catch {
    return undefined;
  }
}

export function isSameAsset(one: Amount, other: Amount): boolean {
  return one.asset.id === other.asset.id;
}
