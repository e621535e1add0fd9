import { receiptExample } from '@slipway/contract/entities/receipt.ts';
import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { expect, test } from 'vitest';
import { readLanguages, SHIPPED_LANGUAGES } from '../../platform/languages.ts';
import { formatFullName } from './buildReceipt.ts';
import { drawReceipt } from './drawReceipt.ts';
import { breakIntoLines } from './pdfSheet.ts';
import { isWritable } from './receiptFonts.ts';
import { buildFactRows, buildMoneyRows } from './receiptRows.ts';
import { createReceiptTranslations } from './receiptTranslations.ts';

const createTranslation = createReceiptTranslations(await readLanguages({ shipped: SHIPPED_LANGUAGES }));

/** Returns the text that pdf.js reads, one line per row, with plain spaces. */
async function readLines(content: Uint8Array): Promise<string[]> {
  const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(content)), { mergePages: true });
  expect(totalPages).toBe(1);
  return text.split('\n').map((line) => line.replaceAll('\u00a0', ' '));
}

test('draws the order’s data, in the same bytes each time', async () => {
  const receipt = { ...receiptExample, refundedAmount: '10.00' };
  const content = await drawReceipt(receipt, createTranslation('en-US'));
  expect(await readLines(content)).toEqual([
    'Slipway',
    'Receipt',
    'You paid 100.00 EUR',
    'Payment method fee \u22124.20 EUR',
    'Network fee \u22121.23 EUR',
    'Converted to BTC 94.57 EUR',
    'Rate 1 BTC = 60,724.6845 EUR',
    'You received 0.00155735 BTC',
    'Refunded 10.00 EUR',
    'Order 7KQ2M4XD9TAB3',
    'Sold by Slipway',
    'Buyer Anna Example',
    'Ordered November 21, 2026 at 10:00 UTC',
    'Delivered November 21, 2026 at 10:04 UTC',
    'Paid with Visa ·· 4242',
    'Network Bitcoin',
    `Delivered to ${receipt.address}`,
    `Transaction ${receipt.transactionId}`,
    'Operator Payments Ltd, register no. 000000, is the seller of all crypto on this site.',
    'support@operator.example',
  ]);
  const { info } = await getMeta(await getDocumentProxy(new Uint8Array(content)));
  expect(info).toMatchObject({ Title: 'Receipt 7KQ2M4XD9TAB3', Author: 'Slipway', Language: 'en-US' });
  expect(Buffer.from(await drawReceipt(receipt, createTranslation('en-US'))).equals(Buffer.from(content))).toBe(true);
});

test('draws Chinese text and names in several scripts', async () => {
  const buyer = '王小明 Łukasz Иван Νίκος 山田たろう Zoë O’Neil';
  const lines = await readLines(await drawReceipt({ ...receiptExample, buyer }, createTranslation('zh-CN')));
  for (const row of ['收据', '您已支付 100.00 EUR', '您已收到 0.00155735 BTC', `买方 ${buyer}`])
    expect(lines).toContain(row);
  expect(lines).toContain('到账时间 2026年11月21日 10:04 UTC');
});

test.each(['Nguyễn Thị Hương', 'अमित शर्मा', "D'Arcy-Smith 2nd"])('the fonts support the name %s', (name) => {
  expect(isWritable(name)).toBe(true);
});

test.each(['김철수', 'محمد علي', 'สมชาย'])('leaves out the name %s', (buyer) => {
  const written = buildFactRows({ ...receiptExample, buyer }, createTranslation('en-US'));
  expect(written.map(({ label }) => label)).not.toContain('Buyer');
});

test('puts the family name first in a Chinese name', () => {
  expect(formatFullName({ firstName: '小明', lastName: '王' })).toBe('王小明');
  expect(formatFullName({ firstName: 'Anna', lastName: 'Example' })).toBe('Anna Example');
});

test('writes a name once if it is both the first and the last name', () => {
  expect(formatFullName({ firstName: 'Suharto', lastName: 'Suharto' })).toBe('Suharto');
});

test.each([
  ['ar-AE', 'en-US'],
  ['de-DE', 'de-DE'],
])('writes receipts for %s in %s', (locale, written) => {
  expect(createTranslation(locale).locale).toBe(written);
});

test('formats amounts by the language, and omits zero fees', () => {
  const yen = {
    processingFee: '0',
    transNetworkFee: '0',
    sendCurrencyAmount: '1250000',
    feeCurrency: 'JPY',
    rate: '230.140000',
  };
  const rows = buildMoneyRows({ ...receiptExample, ...yen, sendCurrency: 'JPY' }, createTranslation('de-DE'));
  expect(rows.map(({ value }) => value.replaceAll('\u00a0', ' '))).toEqual([
    '1.250.000 JPY',
    '94,57 JPY',
    '1 BTC = 230,14 JPY',
    '0,00155735 BTC',
  ]);
});

test('breaks long text into lines without losing any', () => {
  const lines = (text: string) => breakIntoLines(text, 10, 'en-US', (part) => part.length);
  expect(lines('one two three four')).toEqual(['one two', 'three four']);
  expect(lines('0x71C7656EC7ab88b098def')).toEqual(['0x71C7656E', 'C7ab88b098', 'def']);
  expect(lines('')).toEqual(['']);
});
