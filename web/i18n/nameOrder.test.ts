import { expect, test } from 'vitest';
import { nameOrder } from './nameOrder.ts';

test.each(['en-US', 'de-DE', 'es-ES', 'ar-AE'])('a name in %s begins with the given name', (locale) => {
  expect(nameOrder(locale)).toEqual(['firstName', 'lastName']);
});

test.each(['zh-CN', 'zh-Hant-TW', 'ja-JP', 'hu'])('a name in %s begins with the family name', (locale) => {
  expect(nameOrder(locale)).toEqual(['lastName', 'firstName']);
});
