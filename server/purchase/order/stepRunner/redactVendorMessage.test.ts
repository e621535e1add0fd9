import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactVendorMessage } from './redactVendorMessage.ts';

const DIGITS = '0123456789';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

function arbitraryText(alphabet: string, minLength: number, maxLength = minLength): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...Array.from(alphabet)), minLength, maxLength });
}

const hex = (length: number) => arbitraryText('0123456789abcdef', length);
const token = arbitraryText(`${LETTERS.toLowerCase()}${DIGITS}`, 16, 32);

/** A vendor's text before the secret: words, punctuation, line breaks. */
const textBefore = fc.constantFrom(
  '',
  'No such customer: ',
  'refused (',
  '\n"value": "',
  'see ',
  'für ',
  "it's ",
  '<b>',
  'id=',
);
const textAfter = fc.constantFrom(
  '',
  '.',
  ')',
  '", "more": 1',
  ' was declined',
  '\nand so on',
  '</b>',
  ', try again',
  ';',
);

function computeRemainder97(text: string): bigint {
  return BigInt(Array.from(text, (character) => Number.parseInt(character, 36)).join('')) % 97n;
}

/** IBAN lengths of ISO 13616's registry, with the character set of the country's own number. */
const iban = fc
  .constantFrom(
    ...([
      ['DE', 18, DIGITS],
      ['NO', 11, DIGITS],
      ['BE', 12, DIGITS],
      ['GB', 18, LETTERS + DIGITS],
      ['FR', 23, LETTERS + DIGITS],
      ['MT', 27, LETTERS + DIGITS],
      ['LC', 28, LETTERS + DIGITS],
    ] as const),
  )
  .chain(([country, length, alphabet]) =>
    arbitraryText(alphabet, length).map((number) => {
      const digits = String(98n - computeRemainder97(`${number}${country}00`)).padStart(2, '0');
      return `${country}${digits}${number}`;
    }),
  );

function computeLuhnDigit(number: string): number {
  const sum = Array.from(number).reduceRight((total, digit, index) => {
    const doubled = (number.length - index) % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

const card = fc
  .tuple(fc.constantFrom('4', '51', '34', '6011', '3530'), arbitraryText(DIGITS, 18), fc.integer({ min: 13, max: 19 }))
  .map(([start, digits, length]) => `${start}${digits}`.slice(0, length - 1))
  .map((number) => `${number}${computeLuhnDigit(number)}`);

function groupByFour(text: string, separator: string): string {
  return text.replaceAll(/(.{4})(?=.)/g, `$1${separator}`);
}

const separator = fc.constantFrom('', ' ', '-');
const local = arbitraryText(`${LETTERS.toLowerCase()}${DIGITS}`, 1, 12);
const email = fc
  .tuple(
    local,
    fc.constantFrom('', '.', '+', '_', '-', "'", 'ü'),
    local,
    fc.constantFrom('example.com', 'mail.example.co.uk', 'xn--bcher-kva.example'),
  )
  .map(([first, joint, second, host]) => `${first}${joint}${second}@${host}`);

/** Secrets that must be removed, and the parts that would reveal them. */
const secrets: Readonly<
  Record<string, fc.Arbitrary<{ readonly text: string; readonly hiddenParts: readonly string[] }>>
> = {
  'email address': email.map((text) => ({
    text,
    // A short name may occur in any text.
    hiddenParts: [text, ...(text.split('@')[0] ?? '').split(/[^a-z0-9]/)].filter((part) => part.length > 4),
  })),
  'account number': fc
    .tuple(iban, fc.constantFrom('', ' '), fc.boolean())
    .map(([number, space, small]) => groupByFour(small ? number.toLowerCase() : number, space))
    .map((text) => ({ text, hiddenParts: [text, text.slice(-6)] })),
  'card number': fc.tuple(card, separator).map(([number, between]) => {
    const text = groupByFour(number, between);
    return { text, hiddenParts: [text, number.slice(-6)] };
  }),
  'secret key': fc
    .tuple(fc.constantFrom('sk_live_', 'sk_test_', 'rk_live_', 'pk_live_', 'whsec_', 'seti_', 'ek_test_'), token)
    .map(([prefix, key]) => ({ text: `${prefix}${key}`, hiddenParts: [key] })),
  'base64 key': arbitraryText(`${LETTERS}${LETTERS.toLowerCase()}${DIGITS}+/`, 32).map((key) => ({
    text: `whsec_${key}==`,
    hiddenParts: [key, key.slice(-8)],
  })),
  'client secret': fc
    .tuple(token, token)
    .map(([payment, secret]) => ({ text: `pi_${payment}_secret_${secret}`, hiddenParts: [secret] })),
  'bearer token': fc
    .tuple(fc.constantFrom('Bearer ', 'bearer ', 'Authorization: Bearer ', 'authorization: Basic '), token)
    .map(([prefix, key]) => ({ text: `${prefix}${key}`, hiddenParts: [key] })),
  'signed token': fc.tuple(token, token, token).map(([head, body, seal]) => ({
    text: `eyJ${head}.eyJ${body}.${seal}`,
    hiddenParts: [head, body, seal],
  })),
  'credentials in a URL': fc
    .tuple(fc.constantFrom('https', 'http', 'postgres', 'smtp', 'wss'), local, token, fc.constantFrom('', '@', ':'))
    .map(([scheme, user, password, odd]) => ({
      text: `${scheme}://${user}:${password}${odd}${password}@db.example/path`,
      hiddenParts: [password],
    })),
  'IP address': fc
    .oneof(
      fc.ipV4(),
      fc.tuple(...Array.from({ length: 8 }, () => hex(4))).map((groups) => groups.join(':')),
    )
    .map((text) => ({ text, hiddenParts: [text] })),
  'query of a URL': fc.tuple(fc.constantFrom('?key=', '?a=b&sig=', '#token='), token).map(([query, value]) => ({
    text: `https://api.example/v1/order${query}${value}`,
    hiddenParts: [value],
  })),
  'named secret': fc
    .tuple(
      fc.constantFrom(
        'api_key=',
        'apiKey: ',
        '"secret": "',
        'password=',
        'API-Sign: ',
        'nonce: ',
        'X-App-Token: ',
        'signature = ',
      ),
      token,
    )
    .map(([name, value]) => ({ text: `${name}${value}`, hiddenParts: [value] })),
};

describe('personal data and secrets that are redacted', () => {
  test.each(Object.entries(secrets))('%s', (_name, secret) => {
    fc.assert(
      fc.property(textBefore, secret, textAfter, (before, { text, hiddenParts }, after) => {
        const kept = redactVendorMessage(`${before}${text}${after}`);
        for (const part of hiddenParts) expect(kept).not.toContain(part);
      }),
      { numRuns: 2_000 },
    );
  });

  test('several secrets in one text', () => {
    const all = fc.tuple(...Object.values(secrets));
    fc.assert(
      fc.property(all, (some) => {
        const kept = redactVendorMessage(some.map(({ text }) => text).join(' and '));
        for (const { hiddenParts } of some) for (const part of hiddenParts) expect(kept).not.toContain(part);
      }),
    );
  });
});

describe('identifiers and messages that are not redacted', () => {
  const names: Readonly<Record<string, fc.Arbitrary<string>>> = {
    'payment of the acquirer': arbitraryText(`${LETTERS}${LETTERS.toLowerCase()}${DIGITS}`, 24).map((id) => `pi_${id}`),
    'refund of the acquirer': arbitraryText(`${LETTERS}${LETTERS.toLowerCase()}${DIGITS}`, 24).map((id) => `re_${id}`),
    'EVM transaction': hex(64).map((hash) => `0x${hash}`),
    'EVM address': hex(40).map((hash) => `0x${hash}`),
    'Bitcoin transaction': hex(64),
    'request of the acquirer': arbitraryText(`${LETTERS}${LETTERS.toLowerCase()}${DIGITS}`, 14).map(
      (id) => `req_${id}`,
    ),
  };

  test.each(Object.entries(names))('%s', (_name, id) => {
    fc.assert(
      fc.property(textBefore, id, textAfter, (before, text, after) => {
        expect(redactVendorMessage(`${before}${text}${after}`)).toContain(text);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    'Your card has insufficient funds.',
    'EOrder:Insufficient funds',
    'no such payment_intent: pi_3MtwBwLkdIwHu7ix28a3tqPa',
    'nonce too low: next nonce 42, tx nonce 41',
    'replacement transaction underpriced',
    'HTTP 503 after 10000 ms',
    'the token contract reverted',
    'Applicant ab346048451ed9dd52182cdd is not found',
    'EGeneral:Internal error at 12:34:56',
    'authorization: the issuer declined',
  ])('%s', (message) => {
    expect(redactVendorMessage(message)).toBe(message);
  });
});

test('returns one line of limited length', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 2_000 }), (message) => {
      const kept = redactVendorMessage(message);
      expect(kept.length).toBeLessThanOrEqual(300);
      expect(kept).not.toMatch(/[\r\n\t]/);
    }),
  );
});
