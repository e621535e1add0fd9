import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { createAmount } from '@slipway/money/amount.ts';
import { isSameUnit } from '@slipway/money/asset.ts';
import { formatDecimal } from '@slipway/money/decimal.ts';
import { AppError } from '../../platform/http/appError.ts';
import { memoizeByObject } from '../../platform/memoize.ts';
import { equalBytes, type PurposeKeys } from '../../platform/secrets.ts';
import { type Catalog, findAcceptedCurrency, findSoldCrypto, type MethodTerms } from '../catalog/catalog.ts';
import type { QuoteTerms, SaleConditions } from './pricedQuote.ts';
import { parseClaims, type QuoteClaims, readQuoteId, WRITTEN_VERSION, type WrittenClaims } from './quoteClaims.ts';
import type { QuoteAttribution } from './renewAttribution.ts';

export const QUOTE_LIFETIME_SECONDS = 60;

/** The content of a quote's token. It is complete and signed, so that a price request needs no database access. */
export type IssuedQuote = {
  /** Unguessable. The order stores it, so that each quote creates at most one order. */
  readonly id: string;
  readonly terms: QuoteTerms;
  /** Epoch seconds. */
  readonly expireTime: number;
  readonly country: string;
  readonly partnerId: string;
  /** The partner's reference of the purchase, and the page that the buyer came from; '' if absent. */
  readonly reference: string;
  readonly refererUrl: string;
};

/** One of our tokens, with a verified signature. */
export type SignedQuote = {
  /** Readable in every version, so that an order can be found by its quote even if the catalog has changed since. */
  readonly id: string;
  /**
   * Returns the quote. Throws the refusal `price_expired` if the quote contains something that is no longer sold, or an asset
   * that differs from the catalog's. Does not check `expireTime`.
   */
  quote(): IssuedQuote;
  /** Returns the partner that referred the buyer, with its references, even if the quote has expired; undefined for an unknown version. */
  attribution(): QuoteAttribution | undefined;
};

export type QuoteTokens = {
  issue(quote: IssuedQuote): string;
  /** Returns undefined for a token that we did not issue. */
  open(token: string): SignedQuote | undefined;
  /** Returns the quote of a token, or throws its refusal; undefined for a token that we did not issue. */
  read(token: string): IssuedQuote | undefined;
};

/**
 * Issues and verifies tokens: HS256 in the compact form (RFC 7515). Keys are newest first: the first one signs and all of
 * them verify, so that a key can be rotated. This uses Node's hash instead of a token library: such libraries use WebCrypto,
 * whose thread-pool round trips take longer than pricing the quote.
 */
export function createQuoteTokens(keys: PurposeKeys, catalog: Catalog): QuoteTokens {
  const [newest, ...older] = keys;
  const signing = createSecretKey(newest);
  const all = [signing, ...older.map((key) => createSecretKey(key))];

  function open(token: string): SignedQuote | undefined {
    const written = verifyToken(token, all);
    if (written === undefined) return undefined;
    const payload: unknown = JSON.parse(written);
    return {
      id: readQuoteId(payload),
      quote() {
        const claims = parseClaims(payload);
        const quote = claims && restoreQuote(claims, catalog);
        if (!quote) throw new AppError('price_expired');
        return quote;
      },
      attribution() {
        const claims = parseClaims(payload);
        return claims && { partnerId: claims.o, reference: claims.l, refererUrl: claims.u };
      },
    };
  }

  return {
    issue(quote) {
      const signed = encodeClaims(quote);
      return `${signed}.${signQuote(signed, signing)}`;
    },

    open,
    read: (token) => open(token)?.quote(),
  };
}

/**
 * Returns header and claims, encoded. Claims that many quotes share come first and are encoded once: a currency's price
 * changes once a second, and its methods less often. The quote's own claims follow.
 */
function encodeClaims(quote: IssuedQuote): string {
  const { conditions, methods } = quote.terms;
  return encodeSharedClaims(conditions)(methods) + encodeBase64Url(`${serializeMembers(buildOwnClaims(quote))}}`);
}

const encodeSharedClaims = memoizeByObject((conditions: SaleConditions) =>
  memoizeByObject((methods: readonly MethodTerms[]) => {
    const shared = `{${serializeMembers(buildConditionClaims(conditions))},${serializeMembers(buildMethodClaims(methods))},`;
    // Base64 encodes three bytes as four characters. Spaces pad the shared claims to a multiple of three bytes, so that the
    // rest can be encoded separately.
    const encoded = encodeBase64Url(shared.padEnd(shared.length + 2));
    return `${HEADER}.${encoded.slice(0, encoded.length - (encoded.length % 4))}`;
  }),
);

type ConditionClaims = Pick<WrittenClaims, 'p' | 'q' | 'g' | 'r' | 'm' | 'x' | 'n'>;

function buildConditionClaims({ payCurrency, crypto, mid, price, networkFee }: SaleConditions): ConditionClaims {
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

type MethodClaims = Pick<WrittenClaims, 'f'>;

function buildMethodClaims(methods: readonly MethodTerms[]): MethodClaims {
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

function buildOwnClaims({
  id,
  terms,
  expireTime,
  ...quoteContext
}: IssuedQuote): Omit<WrittenClaims, keyof ConditionClaims | keyof MethodClaims> {
  return {
    v: WRITTEN_VERSION,
    i: id,
    s: terms.side,
    a: terms.amount.units.toString(),
    e: expireTime,
    c: quoteContext.country,
    o: quoteContext.partnerId,
    l: quoteContext.reference,
    u: quoteContext.refererUrl,
  };
}

/** Returns a non-empty object as JSON without its braces. */
function serializeMembers(claims: object): string {
  return JSON.stringify(claims).slice(1, -1);
}

function encodeBase64Url(text: string): string {
  return Buffer.from(text).toString('base64url');
}

/**
 * Returns the quote; undefined if its currency or crypto is no longer sold, or has another asset than the quoted one: the
 * amounts would have other units.
 */
function restoreQuote(claims: QuoteClaims, catalog: Catalog): IssuedQuote | undefined {
  const payCurrency = findAcceptedCurrency(catalog, claims.p, claims.c);
  const crypto = findSoldCrypto(catalog, claims.g);
  if (!payCurrency || !isSameUnit(payCurrency.asset, claims.q)) return undefined;
  if (!crypto || !isSameUnit(crypto.asset, claims.r)) return undefined;
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
      amount: createAmount(claims.s === 'Pay' ? asset : crypto.asset, claims.a),
      conditions: { payCurrency, crypto, mid: claims.m, price: claims.x, networkFee: createAmount(asset, claims.n) },
      methods: claims.f.map(([method, percent, fixed, minimum, minimumUnits, maximumUnits]) => ({
        method,
        fee: { percent, fixed: createAmount(asset, fixed), minimum: createAmount(asset, minimum) },
        minimumUnits,
        maximumUnits,
      })),
    },
  };
}

/** `{"alg":"HS256"}`: a token with any other header is rejected. */
const HEADER = 'eyJhbGciOiJIUzI1NiJ9';
const PARTS = /^([\w-]+\.[\w-]+)\.([\w-]+)$/;

function signQuote(signed: string, key: KeyObject): string {
  return createHmac('sha256', key).update(signed).digest('base64url');
}

/** Returns a token's payload; undefined if no key verifies the signature. */
function verifyToken(token: string, keys: readonly KeyObject[]): string | undefined {
  const [, signed = '', signature = ''] = PARTS.exec(token) ?? [];
  if (!signed.startsWith(`${HEADER}.`)) return undefined;
  const given = Buffer.from(signature);
  const isValid = keys.some((key) => equalBytes(given, Buffer.from(signQuote(signed, key))));
  return isValid ? Buffer.from(signed.slice(HEADER.length + 1), 'base64url').toString() : undefined;
}
