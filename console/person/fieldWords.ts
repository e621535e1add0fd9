import { FRACTION, fieldUnit } from '@slipway/contract/statements/fieldUnit.ts';
import { DecimalFormatError } from '@slipway/money/decimal.ts';
import { percentOfFraction } from '@slipway/money/percent.ts';

const TITLES: Readonly<Record<string, string>> = {
  'fee.percent': 'Fee',
  'fee.fixed': 'Fixed fee',
  'fee.minimum': 'Minimum fee',
  'fee.minimumPay': 'Min. amount',
  'fee.maximumPay': 'Max. amount',
  'currency.minimum': 'Min. amount',
  'currency.maximum': 'Max. amount',
};

/** The label of a field of a configuration row, without its unit: `Fee` for `percent` of a fee. */
export function fieldTitle(kind: string, name: string): string {
  return TITLES[`${kind}.${name}`] ?? (name === 'enabled' ? 'Enabled' : titleOfName(name));
}

/** `Treasury floor` for `treasuryFloor`. */
export function titleOfName(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The unit in which people read and write a field. Undefined for a field without one. */
export function shownUnit(kind: string, key: string, name: string): string | undefined {
  const unit = fieldUnit(kind, key, name);
  return unit === FRACTION ? '%' : unit;
}

/** A field's value with its unit: `3.9 %`, `0.30 EUR`, `yes`. Empty for a field that the row does not have. */
export function fieldWords(kind: string, key: string, name: string, value: unknown): string {
  const text = fieldText(fieldUnit(kind, key, name) === FRACTION, value);
  const unit = shownUnit(kind, key, name);
  return text === '' || unit === undefined ? text : `${text}\u00a0${unit}`;
}

/** A field's value as it is typed, without its unit. */
export function fieldText(isFraction: boolean, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.join('\n');
  if (typeof value !== 'string') return JSON.stringify(value);
  return isFraction ? percentOrRaw(value) : value;
}

/** Text that is no fraction is shown as it is, marked so that it is not read as a percentage. */
function percentOrRaw(value: string): string {
  try {
    return percentOfFraction(value);
  } catch (error) {
    if (error instanceof DecimalFormatError) return `“${value}”`;
    throw error;
  }
}
