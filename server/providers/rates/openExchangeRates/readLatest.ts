import { type Decimal, MAX_DECIMAL_LENGTH, powerOfTen } from '@slipway/money/decimal.ts';
import { z } from 'zod';
import type { FiatRates } from '../ratesPort.ts';

/** What V8 tells a reviver of a number besides its value: the characters of which it was read. */
type ReviverContext = { readonly source?: string };

const JSON_NUMBER = /^(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d{1,2}))?$/;

const latestSchema = z.object({
  timestamp: z.string().regex(/^\d{1,12}$/),
  base: z.string().regex(/^[A-Z]{3}$/),
  rates: z.record(z.string(), z.unknown()),
});

const CODE = /^[A-Z]{3}$/;

/**
 * The rates of `latest.json`, with the digits of its JSON numbers. Throws when it is no such answer. An entry that is no
 * currency's code and price is left out: one mistake over there must not take every other currency away.
 */
export function readLatest(text: string): Omit<FiatRates, 'source'> {
  const latest = latestSchema.parse(parseKeepingDigits(text));
  const rates = new Map<string, Decimal>();
  for (const [code, digits] of Object.entries(latest.rates)) {
    const rate = decimalOfJson(digits);
    if (rate && CODE.test(code) && code !== latest.base) rates.set(code, rate);
  }
  return { base: latest.base, rates, asOf: new Date(Number(latest.timestamp) * 1000) };
}

/** JSON in which every number is the text of it. */
function parseKeepingDigits(text: string): unknown {
  const reviver = (_key: string, value: unknown, context?: ReviverContext) =>
    typeof value === 'number' ? context?.source : value;
  return JSON.parse(text, reviver) as unknown;
}

/** Small rates come with an exponent: `2.09e-5` is 0.0000209. `undefined` for what is no price. */
function decimalOfJson(text: unknown): Decimal | undefined {
  const match = typeof text === 'string' && text.length <= MAX_DECIMAL_LENGTH ? JSON_NUMBER.exec(text) : undefined;
  if (!match) return undefined;
  const [, whole = '0', fraction = '', exponent = '0'] = match;
  const coefficient = BigInt(whole + fraction);
  const scale = fraction.length - Number(exponent);
  if (coefficient === 0n) return undefined;
  return scale >= 0 ? { coefficient, scale } : { coefficient: coefficient * powerOfTen(-scale), scale: 0 };
}
