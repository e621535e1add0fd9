import { z } from 'zod';
import { isPlainText, tidyText } from '../plainText.ts';
import { payMethods } from './payMethods.ts';

const PLAIN_DECIMAL = /^(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;
const MAX_AMOUNT_LENGTH = 40;

/** A decimal string from the server: never a float, with every digit. */
export const amountText = z
  .string()
  .regex(PLAIN_DECIMAL)
  .max(MAX_AMOUNT_LENGTH)
  .meta({ id: 'Amount', example: '100.00' });

const PLAIN_DECIMAL_OR_BLANK = /^(?:(?:0|[1-9][0-9]*)(?:\.[0-9]+)?)?$/;

/** JavaScript prints all numbers in this range without an exponent. */
const PLAIN_NUMBERS = { type: 'number', minimum: 1e-6, maximum: 1e15 } as const;

/**
 * An amount from a client: a plain decimal string, or a JSON number that prints as one; exponents, signs and NaN are refused.
 * Blank for the side that the buyer did not enter.
 */
export const amountInputOrBlank = z
  .union([z.string().max(MAX_AMOUNT_LENGTH), z.number().transform(String)])
  .meta({
    anyOf: [{ type: 'string', pattern: PLAIN_DECIMAL_OR_BLANK.source, maxLength: MAX_AMOUNT_LENGTH }, PLAIN_NUMBERS],
  })
  .pipe(
    z.string().max(MAX_AMOUNT_LENGTH).regex(PLAIN_DECIMAL_OR_BLANK, 'must be a plain decimal such as 100.00, or empty'),
  );

export const currencyCode = z
  .string()
  .min(1)
  .max(32)
  .regex(/^[A-Za-z0-9_]+$/, 'must be a currency such as EUR or USDC_BASE');
export const countryCode = z.string().regex(/^[A-Z]{2}$/, 'must be an ISO 3166 code such as DE');
export const orderNumber = z
  .string()
  .min(8)
  .max(64)
  .regex(/^[A-Za-z0-9-]+$/, 'must be an order number');
export const walletAddress = z
  .string()
  .trim()
  .min(1)
  .max(128)
  // No chain has addresses with other characters.
  .meta({ pattern: '^[!-~]+$' });
/** Long enough for a token with the longest references, of which JSON may write each character as six. */
export const quoteToken = z.string().min(1).max(24_576).meta({ pattern: '^[A-Za-z0-9_.-]+$' });
/** The random id of a saved card or address. */
export const savedId = z.string().min(1).max(64);
export const webAddress = z.string().max(2048);

/** Text on one line, such as a city or a street, with a letter or digit and nothing invisible. */
export function plainText(longest: number) {
  return z
    .string()
    .overwrite(tidyText)
    .min(1)
    .max(longest)
    .refine(isPlainText, 'must be plain text, with a letter or digit');
}

export const shortText = plainText(100);
export const epochSeconds = z.int().meta({ description: 'Seconds since 1970-01-01T00:00:00Z' });

export const payMethod = z.enum(payMethods).meta({ id: 'PayMethod' });

export const walletTypes = ['self_hosted', 'exchange'] as const;
export const walletType = z.enum(walletTypes);
