import { beforeAll, describe, expect, test } from 'vitest';
import { type Languages, readLanguages, SHIPPED_LANGUAGES } from '../platform/languages.ts';
import {
  buildAccountDeletedMail,
  buildLoginCodeMail,
  buildNewDeviceMail,
  buildOrderMail,
  type OrderMailFacts,
} from './mailTexts.ts';
import { createMailTranslations, type MailTranslationSource } from './mailTranslations.ts';

const facts: OrderMailFacts = {
  orderNo: '7KQ2M4XD9TAB3',
  pay: '100.00 EUR',
  refunded: '100.00 EUR',
  receive: '0.03153400 ETH',
  link: 'https://pay.example/order-status?orderNo=7KQ2M4XD9TAB3',
  address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  transaction: '0xabc',
};
const mailedStatuses = [
  'awaiting_identity',
  'awaiting_consent',
  'paid',
  'delivered',
  'cancelled',
  'expired',
  'failed',
  'refunded',
];

let languages: Languages;
let translationsFor: MailTranslationSource;

beforeAll(async () => {
  languages = await readLanguages({ shipped: SHIPPED_LANGUAGES });
  translationsFor = createMailTranslations(languages);
});

test('begins the login email with the code, so that a locked screen shows it', () => {
  const { subject, body } = buildLoginCodeMail(translationsFor('en-US'), 'Slipway', '123456');
  expect(subject).toBe('123456 is your Slipway code');
  expect(body).toMatch(/^123456\n\n/);
});

describe('the language of an email', () => {
  test.each([
    ['zh-CN', '已付款：订单 7KQ2M4XD9TAB3'],
    ['zh', '已付款：订单 7KQ2M4XD9TAB3'],
    ['de-AT', 'Bezahlt: Auftrag 7KQ2M4XD9TAB3'],
    ['tlh', 'Paid: order 7KQ2M4XD9TAB3'],
    ['', 'Paid: order 7KQ2M4XD9TAB3'],
  ])('is chosen for %j: %s', (locale, subject) => {
    expect(buildOrderMail(translationsFor(locale), { status: 'paid', byBank: false }, facts)?.subject).toBe(subject);
  });

  test('formats dates and countries', () => {
    const device = { at: new Date('2026-11-21T18:05:00Z'), country: 'FR' };
    expect(buildNewDeviceMail(translationsFor('de-DE'), 'Slipway', device).body).toContain(
      'Zeit: 21. November 2026 um 18:05 UTC\nLand: Frankreich',
    );
  });

  test('can be the operator’s own, with English for missing texts', () => {
    const own = createMailTranslations({
      ...languages,
      locales: [...languages.locales, 'he-IL'],
      findTexts: (locale) =>
        locale === 'he-IL' ? { 'mail.order.paid.subject': 'שולם: {orderNo}' } : languages.findTexts(locale),
    });
    const mail = buildOrderMail(own('he'), { status: 'paid', byBank: false }, facts);
    expect(mail?.subject).toBe('שולם: \u20687KQ2M4XD9TAB3\u2069');
    expect(mail?.body).toContain('We have received');
  });
});

describe('order emails', () => {
  test('leave no placeholder and no key, in any language, by card or by transfer', () => {
    for (const locale of languages.locales) {
      for (const status of mailedStatuses) {
        for (const byBank of [false, true]) {
          const mail = buildOrderMail(translationsFor(locale), { status, byBank }, facts);
          expect(`${mail?.subject} ${mail?.body}`, `${locale} ${status}`).not.toMatch(/[{}]|mail\.|undefined/);
          expect(mail?.body, `${locale} ${status}`).toContain(facts.link);
        }
      }
    }
  });

  test('mention no card for a transfer', () => {
    for (const status of mailedStatuses.filter((one) => one !== 'failed')) {
      expect(buildOrderMail(translationsFor('en-US'), { status, byBank: true }, facts)?.body, status).not.toMatch(
        /card/,
      );
    }
  });

  test('are not sent for a status that only the page shows', () => {
    expect(buildOrderMail(translationsFor('en-US'), { status: 'converting', byBank: false }, facts)).toBeUndefined();
  });

  test('contain the whole address on its own line, also in a right-to-left language', () => {
    const body = buildOrderMail(translationsFor('ar-AE'), { status: 'delivered', byBank: false }, facts)?.body ?? '';
    expect(body).toContain(`\n${facts.address}\n`);
    expect(body).toContain('\u20680.03153400 ETH\u2069');
    expect(body).not.toContain(`${facts.link}\u2069`);
  });
});

test.each([
  [null, 'We keep nothing else about you.'],
  ['2031-11-21', 'until 2031-11-21.'],
])('states in the email about a deleted account until when records are kept: %s', (until, text) => {
  expect(buildAccountDeletedMail(translationsFor('en-US'), 'Slipway', until).body).toContain(text);
});
