import { type Decimal, MAX_DECIMAL_LENGTH, powerOfTen } from '@slipway/money/decimal.ts';
import { z } from 'zod';
import type { FiatRates } from '../ratesPort.ts';

/** V8's context of a number for a reviver: its source text. */
type ReviverContext = { readonly source?: string };

const JSON_NUMBER = /^(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d{1,2}))?$/;

const latestSchema = z.object({
  timestamp: z.string().regex(/^\d{1,12}$/),
  base: z.string().regex(/^[A-Z]{3}$/),
  rates: z.record(z.string(), z.unknown()),
});

const CODE = /^[A-Z]{3}$/;

/**
 * Returns the rates of `latest.json`, with the digits of its JSON numbers. Throws if it is not such an answer. Omits the base
 * and each entry that is not a currency code with a price, so that one error does not remove all other currencies.
 */
export function readLatestRates(text: string): Omit<FiatRates, 'source'> {
  const latest = latestSchema.parse(parseKeepingDigits(text));
  const rates = new Map<string, Decimal>();
  for (const [code, digits] of Object.entries(latest.rates)) {
    const rate = parseJsonDecimal(digits);
    if (rate && CODE.test(code) && code !== latest.base) rates.set(code, rate);
  }
  return { base: latest.base, rates, asOf: new Date(Number(latest.timestamp) * 1000) };
}

/** Parses JSON with every number as its text. */
function parseKeepingDigits(text: string): unknown {
  const reviver = (_key: string, value: unknown, context?: ReviverContext) =>
    typeof value === 'number' ? context?.source : value;
  return JSON.parse(text, reviver) as unknown;
}

/** Parses a price, also with an exponent: `2.09e-5` is 0.0000209. Undefined for anything else. */
function parseJsonDecimal(text: unknown): Decimal | undefined {
  const match = typeof text === 'string' && text.length <= MAX_DECIMAL_LENGTH ? JSON_NUMBER.exec(text) : undefined;
  if (!match) return undefined;
  const [, whole = '0', fraction = '', exponent = '0'] = match;
  const coefficient = BigInt(whole + fraction);
  const scale = fraction.length - Number(exponent);
  if (coefficient === 0n) return undefined;
  return scale >= 0 ? { coefficient, scale } : { coefficient: coefficient * powerOfTen(-scale), scale: 0 };
}
