import { FRACTION, getFieldUnit } from '@slipway/contract/statements/getFieldUnit.ts';
import { DecimalFormatError } from '@slipway/money/decimal.ts';
import { fractionToPercent } from '@slipway/money/percent.ts';

const TITLES: Readonly<Record<string, string>> = {
  'fee.percent': 'Fee',
  'fee.fixed': 'Fixed fee',
  'fee.minimum': 'Minimum fee',
  'fee.minimumPay': 'Min. amount',
  'fee.maximumPay': 'Max. amount',
  'currency.minimum': 'Min. amount',
  'currency.maximum': 'Max. amount',
};

/** Returns the label of a field of a configuration row, without its unit: `Fee` for `percent` of a fee. */
export function formatFieldTitle(kind: string, name: string): string {
  return TITLES[`${kind}.${name}`] ?? (name === 'enabled' ? 'Enabled' : formatNameAsTitle(name));
}

/** Returns `Treasury floor` for `treasuryFloor`. */
export function formatNameAsTitle(name: string): string {
  const spaced = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** Returns the unit in which a field is displayed and typed. Undefined for a field without one. */
export function findFieldUnit(kind: string, key: string, name: string): string | undefined {
  const unit = getFieldUnit(kind, key, name);
  return unit === FRACTION ? '%' : unit;
}

/** Returns a field's value with its unit: `3.9 %`, `0.30 EUR`, `yes`. Empty for a field that the row does not have. */
export function formatFieldValue(kind: string, key: string, name: string, value: unknown): string {
  const text = formatFieldInput(getFieldUnit(kind, key, name) === FRACTION, value);
  const unit = findFieldUnit(kind, key, name);
  return text === '' || unit === undefined ? text : `${text}\u00a0${unit}`;
}

/** Returns a field's value as typed, without its unit. */
export function formatFieldInput(isFraction: boolean, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.join('\n');
  if (typeof value !== 'string') return JSON.stringify(value);
  return isFraction ? formatPercentOrQuoted(value) : value;
}

/** Text that is not a fraction is quoted, so that it is not read as a percentage. */
function formatPercentOrQuoted(value: string): string {
  try {
    return fractionToPercent(value);
  } catch (error) {
    if (error instanceof DecimalFormatError) return `“${value}”`;
    throw error;
  }
}
