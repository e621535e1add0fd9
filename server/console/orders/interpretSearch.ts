import { type Decimal, parseDecimal, rescale } from '@slipway/money/decimal.ts';

/** A possible interpretation of a search text. Each uses an index. */
export type SearchInterpretation =
  /** A complete identifier: order number, email address, vendor's id, transaction id or transfer reference. */
  | { readonly kind: 'name'; readonly text: string }
  /** The beginning of an order number. */
  | { readonly kind: 'beginning'; readonly text: string }
  | { readonly kind: 'card'; readonly last4: string }
  | { readonly kind: 'address'; readonly text: string }
  | { readonly kind: 'amount'; readonly value: Decimal; readonly currency: string | undefined }
  /** A bank account or a person's name: both are stored encrypted, so they cannot be searched. */
  | { readonly kind: 'sealed'; readonly what: 'account' | 'person' };

const NUMBER_PART = /^[0-9A-Z-]{3,36}$/;
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
/** Prefix of creditor references, which look like an IBAN (ISO 11649). */
const REFERENCE = 'RF';
const CARD_END = /^(?:[*·.x]{1,4}\s*)?(\d{4})$/i;
const AMOUNT = /^(?:([A-Z]{3})\s*)?(\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.(\d{1,18}))?(?:\s*([A-Z]{3}))?$/;
const PERSON = /^\p{L}[\p{L}'’.-]*(?:\s+\p{L}[\p{L}'’.-]*)+$/u;
const ADDRESS = /^[a-zA-Z0-9:]{20,128}$/;

/** Returns all possible interpretations, the likeliest first. Pure. */
export function interpretSearch(typed: string): readonly SearchInterpretation[] {
  const text = typed.trim();
  if (text === '') return [];
  const bare = text.replaceAll(/\s/g, '');
  const capitals = bare.toUpperCase();
  const interpretations: SearchInterpretation[] = [{ kind: 'name', text }];
  // Order numbers are displayed in groups.
  if (bare !== text) interpretations.push({ kind: 'name', text: bare });
  if (ADDRESS.test(bare)) interpretations.push({ kind: 'address', text: bare });
  const [, last4] = CARD_END.exec(text) ?? [];
  if (last4 !== undefined) interpretations.push({ kind: 'card', last4 });
  const amount = parseAmountText(text.toUpperCase());
  if (amount) interpretations.push(amount);
  if (IBAN.test(capitals) && !capitals.startsWith(REFERENCE)) interpretations.push({ kind: 'sealed', what: 'account' });
  else if (NUMBER_PART.test(capitals) && !amount) interpretations.push({ kind: 'beginning', text: capitals });
  if (PERSON.test(text)) interpretations.push({ kind: 'sealed', what: 'person' });
  return interpretations;
}

function parseAmountText(text: string): SearchInterpretation | undefined {
  const [all, before, whole = '', fraction, after] = AMOUNT.exec(text) ?? [];
  if (all === undefined || (before !== undefined && after !== undefined)) return undefined;
  const digits = whole.replaceAll(',', '').replace(/^0+(?=\d)/, '');
  const value = parseDecimal(fraction === undefined ? digits : `${digits}.${fraction}`);
  return { kind: 'amount', value, currency: before ?? after };
}

/** Converts a value to minor units for each number of decimals; those that cannot represent it exactly are left out. */
export function toMinorUnits(
  value: Decimal,
  digits: Iterable<number>,
): readonly { readonly units: bigint; readonly decimals: number }[] {
  return [...new Set(digits)].flatMap((decimals) => {
    const rounded = rescale(value, decimals, 'down');
    const isExact =
      rescale(rounded, Math.max(decimals, value.scale), 'down').coefficient ===
      rescale(value, Math.max(decimals, value.scale), 'down').coefficient;
    return isExact ? [{ units: rounded.coefficient, decimals }] : [];
  });
}
