import { parseDecimal, rescale } from '@slipway/money/decimal.ts';
import { formatDollars } from '../../i18n/formatAmount.ts';

const WHOLE_DOLLARS_FROM = 100n;

/**
 * Formats a volume as `$1,284,500,321`: whole dollars, with cents only below 100; never rounded up. `digits` is a plain
 * decimal.
 */
export function volumeText(digits: string, locale: string): string {
  const value = parseDecimal(digits);
  const whole = rescale(value, 0, 'down').coefficient;
  if (whole >= WHOLE_DOLLARS_FROM || value.scale === 0) return formatDollars(whole.toString(), locale);
  const cents = rescale(value, 2, 'down').coefficient.toString().padStart(3, '0');
  return formatDollars(`${cents.slice(0, -2)}.${cents.slice(-2)}`, locale);
}
