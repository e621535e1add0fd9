import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { expect, test } from 'vitest';
import { isolatePlaceholders } from './isolatePlaceholders.ts';

function format(message: string, values: Record<string, unknown>, isEnglish = false): string {
  const messages = { key: compileMessage(message) };
  const prepared = isEnglish ? isolatePlaceholders({}, messages) : isolatePlaceholders(messages, {});
  return setupI18n({ locale: 'ar', messages: { ar: prepared } })._('key', values);
}

test('isolates the value of a placeholder', () => {
  expect(format('إلى {name}.', { name: 'Kraken' })).toBe('إلى \u2068Kraken\u2069.');
});

test('isolates values in plural and select forms', () => {
  const message = '{count, plural, one {يوم {name}} other {# أيام {name}}}';
  expect(format(message, { count: 5, name: 'x' })).toBe('5 أيام \u2068x\u2069');
  expect(format('{method, select, card {بطاقة {name}} other {}}', { method: 'card', name: 'x' })).toBe(
    'بطاقة \u2068x\u2069',
  );
});

test('keeps a figure of two placeholders together', () => {
  expect(format('تنتهي {month}/{year}', { month: '12', year: '27' })).toBe('تنتهي 12/27');
});

test('lays out an English text from left to right on a page in another language', () => {
  expect(format('Go to {name}.', { name: 'Kraken' }, true)).toBe('\u2066Go to Kraken.\u2069');
});
