import { payMethods } from '@slipway/contract/entities/payMethods.ts';
import type { AssetUnit } from '@slipway/money/asset.ts';
import { parseDecimal } from '@slipway/money/decimal.ts';
import { z } from 'zod';

const units = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform(BigInt);
const decimal = z.string().transform(parseDecimal);
const quotedAsset = z
  .tuple([z.string(), z.int().min(0).max(36)])
  .transform(([id, decimals]): AssetUnit => ({ id, decimals }));

export const WRITTEN_VERSION = 1;

/**
 * Short names, since the token is sent with every call: version, id, side, pay currency and its asset (q), crypto (g) and its
 * asset (r), amount, mid, price (x), network fee, methods with fees and limits (f), expiry, country, partner (o), reference
 * (l), and the page that the buyer came from (u).
 */
const writtenClaims = z.object({
  v: z.literal(WRITTEN_VERSION),
  i: z.string(),
  s: z.enum(['Pay', 'Get']),
  p: z.string(),
  q: quotedAsset,
  g: z.string(),
  r: quotedAsset,
  a: units,
  m: decimal,
  x: decimal,
  n: units,
  f: z.array(z.tuple([z.enum(payMethods), decimal, units, units, units, units])),
  e: z.int(),
  c: z.string(),
  o: z.string(),
  l: z.string(),
  u: z.string(),
});

export type WrittenClaims = z.input<typeof writtenClaims>;
export type QuoteClaims = z.output<typeof writtenClaims>;

const identified = z.object({ i: z.string() });

/** Returns the quote's id, which every version has in the same place. */
export function readQuoteId(payload: unknown): string {
  return identified.parse(payload).i;
}

const versioned = z.object({ v: z.int() });

/** Parses the claims of a token. Returns undefined for a version that this server does not know. */
export function parseClaims(payload: unknown): QuoteClaims | undefined {
  return versioned.parse(payload).v === WRITTEN_VERSION ? writtenClaims.parse(payload) : undefined;
}
