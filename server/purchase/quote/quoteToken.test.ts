import { quoteToken } from '@slipway/contract/entities/scalars.ts';
import { type Amount, createAmount, parseAmount } from '@slipway/money/amount.ts';
import { formatDecimal, parseDecimal } from '@slipway/money/decimal.ts';
import fc from 'fast-check';
import { CompactSign, compactVerify, decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import type { ConfigurationRow } from '../../configuration/configurationKinds.ts';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { AppError } from '../../platform/http/appError.ts';
import { type Catalog, requireCrypto, requirePayCurrency } from '../catalog/catalog.ts';
import { createQuoteTokens, type IssuedQuote } from './quoteToken.ts';

const key = new Uint8Array(32).fill(7);
const { catalog } = seededSettings();
const EXPIRE_TIME = 1_795_262_460;

const euro = requirePayCurrency(catalog, 'EUR');

function quoteFor(cryptoId: string, request: { side: 'Pay' | 'Get'; amount: Amount; mid: string; price: string }) {
  return {
    id: 'a-quote',
    expireTime: EXPIRE_TIME,
    country: 'DE',
    partnerId: 'shop',
    reference: '',
    refererUrl: '',
    terms: {
      side: request.side,
      amount: request.amount,
      conditions: {
        payCurrency: euro,
        crypto: requireCrypto(catalog, cryptoId),
        mid: parseDecimal(request.mid),
        price: parseDecimal(request.price),
        networkFee: createAmount(euro.asset, 97n),
      },
      methods: euro.methods,
    },
  } satisfies IssuedQuote;
}

const usdc = requireCrypto(catalog, 'USDC_BASE').asset;
const payQuote = quoteFor('ETH', {
  side: 'Pay',
  amount: parseAmount(euro.asset, '100'),
  mid: '3200',
  price: '3232.00',
});
const getQuote = quoteFor('USDC_BASE', {
  side: 'Get',
  amount: parseAmount(usdc, '250'),
  mid: '0.92604',
  price: '0.9353004',
});

/** The catalog after the operator has changed the row of USDC on Base. */
function createChangedCatalog(change: Readonly<Record<string, unknown>>): Catalog {
  const value = {
    symbol: 'USDC',
    name: 'USD Coin',
    network: 'base',
    decimals: 6,
    asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    spread: '0.01',
    ...change,
  };
  const row: ConfigurationRow = { kind: 'crypto', key: 'USDC_BASE', value };
  return seededSettings([row]).catalog;
}

function catchRefusal(read: () => unknown): string {
  try {
    read();
    return 'read';
  } catch (error) {
    if (error instanceof AppError) return error.key;
    throw error;
  }
}

async function signPayload(payload: object): Promise<string> {
  return new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'HS256' })
    .sign(key);
}

test('issues a token that the calls accept, even with the longest references', async () => {
  const longest = { ...getQuote, reference: '\u0001'.repeat(256), refererUrl: '\u0001'.repeat(2048) };
  const tokens = createQuoteTokens([key], catalog);
  const token = quoteToken.parse(tokens.issue(longest));
  expect(tokens.read(token)).toEqual(longest);
});

describe('a quote token', () => {
  test('still contains its attribution when its quote can no longer be read', async () => {
    const attribution = { partnerId: 'shop', reference: 'cart 17', refererUrl: 'https://shop.example/cart' };
    const token = createQuoteTokens([key], catalog).issue({ ...getQuote, ...attribution });
    const opened = createQuoteTokens([key], createChangedCatalog({ enabled: false })).open(token);
    expect(opened?.attribution()).toEqual(attribution);
  });

  test.each([payQuote, { ...getQuote, reference: 'cart 17', refererUrl: 'https://shop.example/cart' }])(
    'is read as the signed quote (%#)',
    async (quote) => {
      const tokens = createQuoteTokens([key], catalog);
      expect(tokens.read(tokens.issue(quote))).toEqual(quote);
    },
  );

  const text = fc.string({ unit: 'grapheme', maxLength: 40 });
  const prices = fc.bigInt({ min: 1n, max: 10n ** 12n }).map((coefficient) => ({ coefficient, scale: 4 }));

  test('is a valid JWS (RFC 7515) with claims of any length, and is read as signed', async () => {
    const tokens = createQuoteTokens([key], catalog);
    await fc.assert(
      fc.asyncProperty(text, text, prices, prices, async (reference, refererUrl, mid, price) => {
        const { conditions, ...terms } = getQuote.terms;
        const quote = {
          ...getQuote,
          reference,
          refererUrl,
          terms: { ...terms, conditions: { ...conditions, mid, price } },
        };
        const token = tokens.issue(quote);
        const { payload } = await compactVerify(token, key, { algorithms: ['HS256'] });
        expect(JSON.parse(Buffer.from(payload).toString())).toMatchObject({ m: formatDecimal(mid), l: reference });
        expect(tokens.read(token)).toEqual(quote);
      }),
    );
  });

  test.each([
    ['decimals', { decimals: 8 }],
    ['asset', { asset: '0xdAC17F958D2ee523a2206206994597C13D831ec7' }],
    ['network', { network: 'polygon' }],
  ])('is expired when the catalog has another value for %s', async (_field, change) => {
    const token = createQuoteTokens([key], catalog).issue(getQuote);
    const changed = createQuoteTokens([key], createChangedCatalog(change));
    expect(catchRefusal(() => changed.read(token))).toBe('price_expired');
  });

  test('stays valid after changes that leave the asset the same', async () => {
    const token = createQuoteTokens([key], catalog).issue(getQuote);
    const changed = createQuoteTokens([key], createChangedCatalog({ spread: '0.05', name: 'Dollar coin' }));
    const read = changed.read(token);
    expect(read?.terms.conditions.price).toEqual(getQuote.terms.conditions.price);
    expect(read?.terms.amount).toEqual(getQuote.terms.amount);
  });

  test('is expired when its crypto is disabled', async () => {
    const token = createQuoteTokens([key], catalog).issue(getQuote);
    const changed = createQuoteTokens([key], createChangedCatalog({ enabled: false }));
    expect(catchRefusal(() => changed.read(token))).toBe('price_expired');
  });

  test('contains its version, and both assets with their decimals', async () => {
    expect(decodeJwt(createQuoteTokens([key], catalog).issue(getQuote))).toMatchObject({
      v: 1,
      q: ['iso4217:EUR', 2],
      r: ['eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 6],
    });
  });

  test.each([2, 0, -1])('of the unknown version %s is expired', async (v) => {
    const tokens = createQuoteTokens([key], catalog);
    const claims = decodeJwt(tokens.issue(getQuote));
    const token = await signPayload({ ...claims, v });
    expect(catchRefusal(() => tokens.read(token))).toBe('price_expired');
  });
});

describe('compared with a JWS library, a quote token', () => {
  const tokens = createQuoteTokens([key], catalog);

  test('is verified by the library', async () => {
    const { payload, protectedHeader } = await compactVerify(tokens.issue(getQuote), key);
    expect(protectedHeader).toEqual({ alg: 'HS256' });
    expect(JSON.parse(new TextDecoder().decode(payload))).toMatchObject({ i: getQuote.id });
  });

  test('is read when the library signed it', async () => {
    const claims = decodeJwt(tokens.issue(getQuote));
    expect(tokens.read(await signPayload(claims))).toEqual(getQuote);
  });

  test.each([
    ['another hash', { alg: 'HS512' }],
    ['an additional header parameter', { alg: 'HS256', kid: '1' }],
  ])('is refused with %s, even if the key signed it', async (_what, header) => {
    const claims = new TextEncoder().encode(JSON.stringify(decodeJwt(tokens.issue(getQuote))));
    const longKey = new Uint8Array(64).fill(7);
    const token = await new CompactSign(claims).setProtectedHeader(header).sign(longKey);
    expect(createQuoteTokens([longKey], catalog).read(token)).toBeUndefined();
  });

  test('is refused without a signature', () => {
    const [, claims] = tokens.issue(getQuote).split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const token of [`${none}.${claims}.`, `${none}.${claims}`, `eyJhbGciOiJIUzI1NiJ9.${claims}.`])
      expect(tokens.read(token)).toBeUndefined();
  });
});
