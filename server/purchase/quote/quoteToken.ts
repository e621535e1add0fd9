import { payMethods } from '@slipway/contract/entities/payMethods.ts';
import { amountOf } from '@slipway/money/amount.ts';
import { formatDecimal, parseDecimal } from '@slipway/money/decimal.ts';
import { CompactSign, compactVerify, errors } from 'jose';
import { z } from 'zod';
import { type Catalog, findSoldCrypto, findTakenCurrency } from '../catalog/catalog.ts';
import type { QuoteTerms } from './pricedQuote.ts';

export const QUOTE_LIFETIME_SECONDS = 60;

/** A quote as its token carries it: signed, whole, so that asking for a price costs no database trip. */
export type IssuedQuote = {
  /** Unguessable; an order keeps it, and one quote makes at most one order. */
  readonly id: string;
  readonly terms: QuoteTerms;
  /** Epoch seconds. */
  readonly expireTime: number;
  readonly country: string;
  readonly partnerId: string;
};

const units = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform(BigInt);
const decimal = z.string().transform(parseDecimal);

/** Short names, since the token travels with every call. */
const claims = z.object({
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

export type QuoteTokens = {
  issue(quote: IssuedQuote): Promise<string>;
  /** Undefined for a token that we did not make, or that names what is no longer sold. Says nothing about its age. */
  read(token: string): Promise<IssuedQuote | undefined>;
};

/** HS256 (RFC 7515). Keys are newest first: the first one signs, all of them verify, so that a key can be changed. */
export function createQuoteTokens(keys: readonly Uint8Array[], catalog: Catalog): QuoteTokens {
  const [newest] = keys;
  if (!newest) throw new Error('quote tokens need a key');

  return {
    async issue({ id, terms, expireTime, country, partnerId }) {
      const payload: z.input<typeof claims> = {
        i: id,
        s: terms.side,
        p: terms.payCurrency.asset.code,
        g: terms.crypto.id,
        a: terms.asked.units.toString(),
        m: formatDecimal(terms.mid),
        x: formatDecimal(terms.price),
        n: terms.networkFee.units.toString(),
        f: terms.methods.map(({ method, fee, minimumUnits, maximumUnits }) => [
          method,
          formatDecimal(fee.percent),
          fee.fixed.units.toString(),
          fee.minimum.units.toString(),
          minimumUnits.toString(),
          maximumUnits.toString(),
        ]),
        e: expireTime,
        c: country,
        o: partnerId,
      };
      return new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
        .setProtectedHeader({ alg: 'HS256' })
        .sign(newest);
    },

    async read(token) {
      const payload = await verified(token, keys);
      if (!payload) return undefined;
      const read = claims.parse(JSON.parse(new TextDecoder().decode(payload)));
      const payCurrency = findTakenCurrency(catalog, read.p, read.c);
      const crypto = findSoldCrypto(catalog, read.g);
      if (!payCurrency || !crypto) return undefined;
      const { asset } = payCurrency;
      return {
        id: read.i,
        expireTime: read.e,
        country: read.c,
        partnerId: read.o,
        terms: {
          side: read.s,
          payCurrency,
          crypto,
          asked: amountOf(read.s === 'Pay' ? asset : crypto.asset, read.a),
          mid: read.m,
          price: read.x,
          networkFee: amountOf(asset, read.n),
          methods: read.f.map(([method, percent, fixed, minimum, minimumUnits, maximumUnits]) => ({
            method,
            fee: { percent, fixed: amountOf(asset, fixed), minimum: amountOf(asset, minimum) },
            minimumUnits,
            maximumUnits,
          })),
        },
      };
    },
  };
}

async function verified(token: string, keys: readonly Uint8Array[]): Promise<Uint8Array | undefined> {
  for (const key of keys) {
    try {
      const { payload } = await compactVerify(token, key, { algorithms: ['HS256'] });
      return payload;
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
    }
  }
  return undefined;
}
