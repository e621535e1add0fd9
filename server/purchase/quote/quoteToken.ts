import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { amountOf } from '@slipway/money/amount.ts';
import { isCountedAlike } from '@slipway/money/asset.ts';
import { formatDecimal } from '@slipway/money/decimal.ts';
import { AppError } from '../../platform/http/appError.ts';
import { rememberingOf } from '../../platform/remembering.ts';
import { equalBytes, type PurposeKeys } from '../../platform/secrets.ts';
import { type Catalog, findSoldCrypto, findTakenCurrency, type MethodTerms } from '../catalog/catalog.ts';
import type { Conditions, QuoteTerms } from './pricedQuote.ts';
import { type QuoteClaims, readClaims, readId, WRITTEN_VERSION, type WrittenClaims } from './quoteClaims.ts';
import type { QuoteSender } from './renewedSender.ts';

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
  /** What the partner's page calls the purchase, and where the buyer came from; '' where nobody said. */
  readonly reference: string;
  readonly refererUrl: string;
};

/** A token of ours whose signature has been verified. */
export type SignedQuote = {
  /** Can be told for ever, so that an order is found by the quote that it was made from, whatever is sold since. */
  readonly id: string;
  /**
   * Throws the refusal `price_expired` when the quote can no longer be kept: it names what is no longer sold, or its asset
   * is not the one that the catalog has now. Does not look at `expireTime`.
   */
  quote(): IssuedQuote;
  /** Who led the buyer to it, however long ago; undefined for an unknown version. */
  sender(): QuoteSender | undefined;
};

export type QuoteTokens = {
  issue(quote: IssuedQuote): string;
  /** Undefined for a token that we did not make. */
  open(token: string): SignedQuote | undefined;
  /** The quote of an opened token, with its refusal. */
  read(token: string): IssuedQuote | undefined;
};

/**
 * HS256 in the compact form (RFC 7515). By Node's own hash and not by a library of tokens: those go through WebCrypto, whose
 * turns through the thread pool take longer than the quote. Keys are newest first: the first one signs, all of them verify, so that a key can be changed.
 */
export function createQuoteTokens(keys: PurposeKeys, catalog: Catalog): QuoteTokens {
  const [newest, ...older] = keys;
  const signing = createSecretKey(newest);
  const all = [signing, ...older.map((key) => createSecretKey(key))];

  function open(token: string): SignedQuote | undefined {
    const written = verified(token, all);
    if (written === undefined) return undefined;
    const payload: unknown = JSON.parse(written);
    return {
      id: readId(payload),
      quote() {
        const claims = readClaims(payload);
        const quote = claims && quoteOf(claims, catalog);
        if (!quote) throw new AppError('price_expired');
        return quote;
      },
      sender() {
        const claims = readClaims(payload);
        return claims && { partnerId: claims.o, reference: claims.l, refererUrl: claims.u };
      },
    };
  }

  return {
    issue(quote) {
      const signed = encodedClaims(quote);
      return `${signed}.${signatureOf(signed, signing)}`;
    },

    open,
    read: (token) => open(token)?.quote(),
  };
}

/**
 * Header and claims, encoded. What many quotes say alike comes first, as it was encoded for the first of them: a price in a
 * currency changes once a second, and its methods less often. The rest is each quote's own.
 */
function encodedClaims(quote: IssuedQuote): string {
  const { conditions, methods } = quote.terms;
  return encodedBeginning(conditions)(methods) + base64url(`${members(ownClaims(quote))}}`);
}

const encodedBeginning = rememberingOf((conditions: Conditions) =>
  rememberingOf((methods: readonly MethodTerms[]) => {
    const shared = `{${members(claimsOfConditions(conditions))},${members(claimsOfMethods(methods))},`;
    // Three bytes are four letters: filled up with spaces to whole ones, what follows is encoded by itself.
    const letters = base64url(shared.padEnd(shared.length + 2));
    return `${HEADER}.${letters.slice(0, letters.length - (letters.length % 4))}`;
  }),
);

type ClaimsOfConditions = Pick<WrittenClaims, 'p' | 'q' | 'g' | 'r' | 'm' | 'x' | 'n'>;

function claimsOfConditions({ payCurrency, crypto, mid, price, networkFee }: Conditions): ClaimsOfConditions {
  return {
    p: payCurrency.asset.code,
    q: [payCurrency.asset.id, payCurrency.asset.decimals],
    g: crypto.id,
    r: [crypto.asset.id, crypto.asset.decimals],
    m: formatDecimal(mid),
    x: formatDecimal(price),
    n: networkFee.units.toString(),
  };
}

type ClaimsOfMethods = Pick<WrittenClaims, 'f'>;

function claimsOfMethods(methods: readonly MethodTerms[]): ClaimsOfMethods {
  return {
    f: methods.map(({ method, fee, minimumUnits, maximumUnits }) => [
      method,
      formatDecimal(fee.percent),
      fee.fixed.units.toString(),
      fee.minimum.units.toString(),
      minimumUnits.toString(),
      maximumUnits.toString(),
    ]),
  };
}

function ownClaims({
  id,
  terms,
  expireTime,
  ...asked
}: IssuedQuote): Omit<WrittenClaims, keyof ClaimsOfConditions | keyof ClaimsOfMethods> {
  return {
    v: WRITTEN_VERSION,
    i: id,
    s: terms.side,
    a: terms.asked.units.toString(),
    e: expireTime,
    c: asked.country,
    o: asked.partnerId,
    l: asked.reference,
    u: asked.refererUrl,
  };
}

/** Of an object with some, as JSON without its braces. */
function members(claims: object): string {
  return JSON.stringify(claims).slice(1, -1);
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url');
}

/** Undefined when the catalog no longer has what was quoted: its amounts would be counted in something else. */
function quoteOf(claims: QuoteClaims, catalog: Catalog): IssuedQuote | undefined {
  const payCurrency = findTakenCurrency(catalog, claims.p, claims.c);
  const crypto = findSoldCrypto(catalog, claims.g);
  if (!payCurrency || !isCountedAlike(payCurrency.asset, claims.q)) return undefined;
  if (!crypto || !isCountedAlike(crypto.asset, claims.r)) return undefined;
  const { asset } = payCurrency;
  return {
    id: claims.i,
    expireTime: claims.e,
    country: claims.c,
    partnerId: claims.o,
    reference: claims.l,
    refererUrl: claims.u,
    terms: {
      side: claims.s,
      asked: amountOf(claims.s === 'Pay' ? asset : crypto.asset, claims.a),
      conditions: { payCurrency, crypto, mid: claims.m, price: claims.x, networkFee: amountOf(asset, claims.n) },
      methods: claims.f.map(([method, percent, fixed, minimum, minimumUnits, maximumUnits]) => ({
        method,
        fee: { percent, fixed: amountOf(asset, fixed), minimum: amountOf(asset, minimum) },
        minimumUnits,
        maximumUnits,
      })),
    },
  };
}

/** `{"alg":"HS256"}`: a token with any other header is none of ours, whatever it says. */
const HEADER = 'eyJhbGciOiJIUzI1NiJ9';
const PARTS = /^([\w-]+\.[\w-]+)\.([\w-]+)$/;

function signatureOf(signed: string, key: KeyObject): string {
  return createHmac('sha256', key).update(signed).digest('base64url');
}

/** What a token says; undefined where none of the keys has signed it. */
function verified(token: string, keys: readonly KeyObject[]): string | undefined {
  const [, signed = '', signature = ''] = PARTS.exec(token) ?? [];
  if (!signed.startsWith(`${HEADER}.`)) return undefined;
  const given = Buffer.from(signature);
  const isOurs = keys.some((key) => equalBytes(given, Buffer.from(signatureOf(signed, key))));
  return isOurs ? Buffer.from(signed.slice(HEADER.length + 1), 'base64url').toString() : undefined;
}
