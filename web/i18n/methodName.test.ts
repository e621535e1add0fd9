import { readdirSync, readFileSync } from 'node:fs';
import { i18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { payMethods } from '@slipway/contract/entities/payMethods.ts';
import { describe, expect, test } from 'vitest';
import { formatMethodName, getMethodValues } from './methodName.ts';
import { text } from './text.ts';

const FOLDER = new URL('./', import.meta.url);

function loadTexts(file: string): void {
  const texts = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Record<string, string>;
  const messages = Object.fromEntries(Object.entries(texts).map(([key, message]) => [key, compileMessage(message)]));
  i18n.loadAndActivate({ locale: file.slice(0, -'.json'.length), messages });
}

describe.each(readdirSync(FOLDER).filter((name) => name.endsWith('.json')))('%s', (file) => {
  test('names every payment method, and has a text for each way to pay', () => {
    loadTexts(file);
    for (const method of payMethods) {
      expect(formatMethodName(method), method).not.toBe(method);
      expect(text('purchase.by_method', getMethodValues(method)), method).not.toBe('');
    }
  });
});

test('the texts of all wallets contain the wallet’s name', () => {
  loadTexts('en-US.json');
  expect(formatMethodName('google_pay')).toBe('Google Pay');
  expect(text('purchase.by_method', getMethodValues('apple_pay'))).toBe('with Apple Pay');
  expect(text('purchase.by_method', getMethodValues('bank_transfer'))).toBe('by bank transfer');
  const offers = text('selectOffer.headline', { count: 1, amount: '€100.00', ...getMethodValues('google_pay') });
  expect(offers).toBe('One offer for €100.00 with Google Pay');
  expect(text('title.wallet', { wallet: formatMethodName('apple_pay') })).toBe('Pay with Apple Pay');
});

test('returns the id of an unknown method as its name, and no text for a sentence', () => {
  loadTexts('en-US.json');
  expect(formatMethodName('barter')).toBe('barter');
  expect(text('purchase.by_method', getMethodValues(''))).toBe('');
  expect(text('purchase.by_method', getMethodValues('toString'))).toBe('');
});
