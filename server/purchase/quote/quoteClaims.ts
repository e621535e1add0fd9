import { payMethods } from '@slipway/contract/entities/payMethods.ts';
import type { CountedAsset } from '@slipway/money/asset.ts';
import { parseDecimal } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { z } from 'zod';

const units = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform(BigInt);
const decimal = z.string().transform(parseDecimal);
const quotedAsset = z
  .tuple([z.string(), z.int().min(0).max(36)])
  .transform(([id, decimals]): CountedAsset => ({ id, decimals }));

/** Short names, since the token travels with every call. */
const version1 = z.object({
  i: z.string(),
  s: z.enum(['Pay', 'Get']),
  p: z.string(),
  g: z.string(),
  a: units,
  m: decimal,
  x: decimal,
  n: units,
  f: z.array(z.tuple([z.enum(payMethods), decimal, units, units, units, units])),
  e: z.int(),
  c: z.string(),
  o: z.string(),
});

/** Adds claims and changes none, so that a server that knows only version 1 reads it too. */
const version2 = version1.extend({ v: z.literal(2), q: quotedAsset, r: quotedAsset });

/** Adds what a partner's page said of the purchase. */
const version3 = version2.extend({ v: z.literal(3), l: z.string(), u: z.string() });

export const WRITTEN_VERSION = 3;
export type WrittenClaims = z.input<typeof version3>;

/** What a token says, the same whatever version it was written in. */
export type QuoteClaims = z.output<typeof version1> & {
  readonly payAsset: CountedAsset;
  readonly receiveAsset: CountedAsset;
  readonly reference: string;
  readonly refererUrl: string;
};

const NO_REFERENCES = { reference: '', refererUrl: '' };

/** Cryptos by wire id as they were when this process started. */
export type AssetsAtStart = ReadonlyMap<string, CountedAsset>;

/** One for each version that may still be about: a version goes when no server has written it for a quote's lifetime. */
const readers: Readonly<Record<number, (payload: unknown, atStart: AssetsAtStart) => QuoteClaims | undefined>> = {
  // It does not say in which asset it was priced. A crypto that has been the same ever since this process started is that one.
  1: (payload, atStart) => {
    const claims = version1.parse(payload);
    const receiveAsset = atStart.get(claims.g);
    return receiveAsset && { ...claims, ...NO_REFERENCES, payAsset: fiatAsset(claims.p), receiveAsset };
  },
  2: (payload) => {
    const { q, r, ...claims } = version2.parse(payload);
    return { ...claims, ...NO_REFERENCES, payAsset: q, receiveAsset: r };
  },
  3: (payload) => {
    const { q, r, l, u, ...claims } = version3.parse(payload);
    return { ...claims, payAsset: q, receiveAsset: r, reference: l, refererUrl: u };
  },
};

const identified = z.object({ i: z.string() });

/** The quote's id, which every version says in the same place. */
export function readId(payload: unknown): string {
  return identified.parse(payload).i;
}

const versioned = z.object({ v: z.int().default(1) });

/** Undefined when it cannot be told what was quoted: the version is unknown here, or says too little. */
export function readClaims(payload: unknown, atStart: AssetsAtStart): QuoteClaims | undefined {
  return readers[versioned.parse(payload).v]?.(payload, atStart);
}
