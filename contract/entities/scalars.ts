import { z } from 'zod';
import { isPlainText, normalizeToSingleLine } from '../plainText.ts';
import { payMethods } from './payMethods.ts';

const PLAIN_DECIMAL = /^(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;
const MAX_AMOUNT_LENGTH = 40;

export const amountText = z
  .string()
  .regex(PLAIN_DECIMAL)
  .max(MAX_AMOUNT_LENGTH)
  .meta({ id: 'Amount', example: '100.00', description: 'A decimal string with all digits; never a float' });

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

// A field of an answer has the schema without limits; requests add limits and patterns, and inherit the description.
export const currencyId = z.string().describe('Wire id such as EUR, BTC or USDC_BASE');
/** Both sides of a purchase. */
export const tradedAmounts = {
  sendCurrency: z.string().describe('Currency that the buyer pays with, such as EUR'),
  sendCurrencyAmount: amountText.describe('Amount that the buyer pays, fees included'),
  getCurrency: z.string().describe('Crypto that the buyer gets, such as BTC or USDC_BASE'),
  getCurrencyAmount: amountText.describe('Amount that the buyer gets, after fees'),
};

function limitCurrency(currency: z.ZodString) {
  return currency
    .min(1)
    .max(32)
    .regex(/^[A-Za-z0-9_]+$/, 'must be a currency such as EUR or USDC_BASE');
}

export const currencyCode = limitCurrency(currencyId);
export const payCurrencyCode = limitCurrency(tradedAmounts.sendCurrency);
export const receiveCurrencyCode = limitCurrency(tradedAmounts.getCurrency);
export const cryptoId = z.string().describe('Wire id of the crypto, such as BTC or USDC_BASE');
export const isoCountry = z.string().describe('ISO 3166 code such as DE');
export const countryCode = isoCountry.regex(/^[A-Z]{2}$/, 'must be an ISO 3166 code such as DE');
export const orderNo = z.string().describe("The order's number, which cannot be guessed");
export const orderNumber = orderNo
  .min(8)
  .max(64)
  .regex(/^[A-Za-z0-9-]+$/, 'must be an order number');
export const walletAddress = z
  .string()
  .trim()
  .min(1)
  .max(128)
  // No chain has addresses with other characters.
  .meta({ pattern: '^[!-~]+$', description: 'Address that receives the crypto' });
export const signedQuote = z.string().describe('The quote as a signed token, valid for 60 seconds');
/** Long enough for a token with the longest references, of which JSON may write each character as six. */
export const quoteToken = signedQuote.min(1).max(24_576).meta({ pattern: '^[A-Za-z0-9_.-]+$' });
/** The random id of a saved card or address. */
export const savedId = z.string().min(1).max(64);
export const webAddress = z.string().max(2048);
export const refererUrl = webAddress.describe('The page from which the buyer came');
export const refererOrder = z.string().describe('An earlier order that this order follows');

/** Text on one line, such as a city or a street, with a letter or digit and nothing invisible. */
export function plainText(longest: number) {
  return z
    .string()
    .overwrite(normalizeToSingleLine)
    .min(1)
    .max(longest)
    .refine(isPlainText, 'must be plain text, with a letter or digit');
}

export const shortText = plainText(100);
export const createdAt = z.iso.datetime().describe('Time of creation');
export const epochSeconds = z.int().meta({ description: 'Seconds since 1970-01-01T00:00:00Z' });

export const payMethod = z.enum(payMethods).meta({ id: 'PayMethod', description: 'How the buyer pays' });
export const payMethodOrDefault = payMethod
  .or(z.literal(''))
  .default('')
  .describe("Payment method; empty in an inquiry: the operator's default");
export const intercept = z
  .union([z.string().max(8), z.number()])
  .optional()
  .describe('Accepted for older clients; has no effect');
export const offerType = z.string().describe("Id of the provider; slipway is the operator's own");
export const partnerId = z.string().describe("The site that opened Slipway; '0' for none");

export const walletTypes = ['self_hosted', 'exchange'] as const;
export const walletType = z
  .enum(walletTypes)
  .describe("Type of the destination: the buyer's own wallet or an account at an exchange");
/** The destination of the crypto, in answers. */
export const destination = {
  address: z.string().describe('Address that receives the crypto'),
  walletType: z.string().describe("Type of the destination: the buyer's own wallet or an account at an exchange"),
  exchangeName: z.string().describe('The exchange that holds the destination, when walletType is exchange'),
};

export const triesLeft = z.int().describe('Payment attempts that this order still allows');
export const symbol = z.string().describe('For display, such as USDC');
export const networkName = z.string().describe('Name of the chain');
export const imgUrl = z.string().describe('Picture, as a path of this site');
export const transactionId = z.string().describe('Id of the transaction on its chain');
export const explorerUrl = z.string().describe('URL of the transaction in a block explorer');
export const price = amountText.describe('Price of one unit of the crypto in the pay currency');

export const fees = {
  processingFee: amountText.describe("The operator's and the payment method's fee"),
  transNetworkFee: amountText.describe("The chain's fee for the delivery, in the pay currency"),
  feeCurrency: z.string().describe('The currency of both fees: always the pay currency'),
};
