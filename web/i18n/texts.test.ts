import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { errors } from '@slipway/contract/errors.ts';
import { describe, expect, test } from 'vitest';
import english from './en-US.json';
import chinese from './zh-CN.json';

const languages: Readonly<Record<string, Readonly<Record<string, string>>>> = { english, chinese };

test('both languages have the same keys', () => {
  expect(Object.keys(chinese).toSorted()).toEqual(Object.keys(english).toSorted());
});

test.each(Object.keys(languages))('%s: every text can be read, and none is empty', (language) => {
  for (const [key, text] of Object.entries(languages[language] ?? {})) {
    expect(() => compileMessageOrThrow(text), key).not.toThrow();
    expect(text.trim(), key).not.toBe('');
  }
});

describe('errors', () => {
  test('every error of the contract has a text, in English the contract’s', () => {
    for (const [key, { text }] of Object.entries(errors)) {
      expect((english as Record<string, string>)[`error.${key}`], key).toBe(text);
    }
  });
});
