import { describe, expect, test } from 'vitest';
import { type EmbedMessage, readEmbedMessage } from './messages.ts';

const quote = {
  sendCurrency: 'EUR',
  sendCurrencyAmount: '100.00',
  getCurrency: 'USDC_BASE',
  getCurrencyAmount: '114.5',
  expireTime: 1_764_000_000,
};

const messages: readonly EmbedMessage[] = [
  { type: 'slipway:ready', version: 1, height: 384, title: 'Buy Crypto' },
  { type: 'slipway:resize', version: 1, height: 0 },
  { type: 'slipway:quote', version: 1, ...quote },
  { type: 'slipway:continue', version: 1 },
  { type: 'slipway:orderCreated', version: 1, orderNo: '7KQ2M4XD9TAB3' },
  { type: 'slipway:status', version: 1, orderNo: '7KQ2M4XD9TAB3', status: 'awaiting_payment' },
  { type: 'slipway:close', version: 1 },
  { type: 'slipway:error', version: 1, code: 'popup_blocked' },
  { type: 'slipway:error', version: 1, code: 'session_refused', reason: 'malformed', field: 'adress' },
];

describe('an embed message', () => {
  test.each(messages)('of type $type is read unchanged', (message) => {
    expect(readEmbedMessage(message)).toEqual(message);
  });

  test('keeps only known fields, so that fields of later versions do not affect a pinned loader', () => {
    const later = { ...messages[4], address: 'bc1q', toString: 1 };
    expect(readEmbedMessage(later)).toStrictEqual(messages[4]);
  });
});

const invalidMessages: readonly unknown[] = [
  null,
  undefined,
  'slipway:close',
  [],
  {},
  { type: 'slipway:close' },
  { type: 'slipway:close', version: 2 },
  { type: 'slipway:close', version: '1' },
  { type: 'slipway:ready', version: 1 },
  { type: 'slipway:ready', version: 1, height: 384 },
  { type: 'slipway:ready', version: 1, height: 384, title: 'x'.repeat(201) },
  { type: 'slipway:resize', version: 1, height: '384' },
  { type: 'slipway:resize', version: 1, height: Number.NaN },
  { type: 'slipway:resize', version: 1, height: -1 },
  { type: 'slipway:resize', version: 1, height: 1e9 },
  { type: 'slipway:quote', version: 1, ...quote, expireTime: 'soon' },
  { type: 'slipway:orderCreated', version: 1 },
  { type: 'slipway:orderCreated', version: 1, orderNo: '<img src=x>' },
  { type: 'slipway:orderCreated', version: 1, orderNo: { toString: () => '7KQ' } },
  { type: 'slipway:status', version: 1, orderNo: '7KQ' },
  { type: 'slipway:error', version: 1, code: 'session_refused', reason: '<b>' },
  { type: 'slipway:paid', version: 1 },
  { type: 'close', version: 1 },
  { type: 'constructor', version: 1 },
  { type: '__proto__', version: 1 },
  Object.create({ type: 'slipway:orderCreated', version: 1, orderNo: '7KQ' }),
];

test.each(invalidMessages.map((value) => ({ value })))('rejects $value', ({ value }) => {
  expect(readEmbedMessage(value)).toBeUndefined();
});
