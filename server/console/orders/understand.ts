import { type Decimal, parseDecimal, rescale } from '@slipway/money/decimal.ts';

/** What a text may be that somebody looks for an order by; each is asked by an index of its own. */
export type Reading =
  /** Printed whole somewhere: a number, a mail, a vendor's id, a transaction, a transfer's reference. */
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'beginning'; readonly text: string }
  | { readonly kind: 'card'; readonly last4: string }
  | { readonly kind: 'address'; readonly text: string }
  | { readonly kind: 'amount'; readonly value: Decimal; readonly currency: string | undefined }
  /** Kept sealed, so that no index finds it. */
  | { readonly kind: 'sealed'; readonly what: 'account' | 'person' };

const NUMBER_PART = /^[0-9A-Z-]{3,36}$/;
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
/** How a creditor's reference begins, which looks like an account (ISO 11649). */
const REFERENCE = 'RF';
const CARD_END = /^(?:[*·.x]{1,4}\s*)?(\d{4})$/i;
const AMOUNT = /^(?:([A-Z]{3})\s*)?(\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.(\d{1,18}))?(?:\s*([A-Z]{3}))?$/;
const PERSON = /^\p{L}[\p{L}'’.-]*(?:\s+\p{L}[\p{L}'’.-]*)+$/u;
const ADDRESS = /^[a-zA-Z0-9:]{20,128}$/;

/** Everything that it may be, the likeliest first. Pure. */
export function readingsOf(typed: string): readonly Reading[] {
  const text = typed.trim();
  if (text === '') return [];
  const bare = text.replaceAll(/\s/g, '');
  const capitals = bare.toUpperCase();
  const readings: Reading[] = [{ kind: 'name', text }];
  // As it is shown, in groups.
  if (bare !== text) readings.push({ kind: 'name', text: bare });
  if (ADDRESS.test(bare)) readings.push({ kind: 'address', text: bare });
  const [, last4] = CARD_END.exec(text) ?? [];
  if (last4 !== undefined) readings.push({ kind: 'card', last4 });
  const amount = amountIn(text.toUpperCase());
  if (amount) readings.push(amount);
  if (IBAN.test(capitals) && !capitals.startsWith(REFERENCE)) readings.push({ kind: 'sealed', what: 'account' });
  else if (NUMBER_PART.test(capitals) && !amount) readings.push({ kind: 'beginning', text: capitals });
  if (PERSON.test(text)) readings.push({ kind: 'sealed', what: 'person' });
  return readings;
}

function amountIn(text: string): Reading | undefined {
  const [all, before, whole = '', fraction, after] = AMOUNT.exec(text) ?? [];
  if (all === undefined || (before !== undefined && after !== undefined)) return undefined;
  const digits = whole.replaceAll(',', '').replace(/^0+(?=\d)/, '');
  const value = parseDecimal(fraction === undefined ? digits : `${digits}.${fraction}`);
  return { kind: 'amount', value, currency: before ?? after };
}

/** A value as counts of units of so many digits; those that cannot hold it are left out. */
export function countsOf(
  value: Decimal,
  digits: Iterable<number>,
): readonly { readonly units: bigint; readonly decimals: number }[] {
  return [...new Set(digits)].flatMap((decimals) => {
    const counted = rescale(value, decimals, 'down');
    const isExact =
      rescale(counted, Math.max(decimals, value.scale), 'down').coefficient ===
      rescale(value, Math.max(decimals, value.scale), 'down').coefficient;
    return isExact ? [{ units: counted.coefficient, decimals }] : [];
  });
}
