import { readdirSync, readFileSync } from 'node:fs';
import { errors } from '@slipway/contract/errors.ts';
import { parseFileLocale, readLanguageFile } from '@slipway/contract/languageFile.ts';
import { findPlaceholders } from '@slipway/contract/languageMessage.ts';
import { describe, expect, test } from 'vitest';
import english from './en-US.json';

const FOLDER = new URL('./', import.meta.url);
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

/** Placeholders that screens fill in addition to those in the English text. */
const ADDITIONAL_PLACEHOLDERS = {
  'confirmAddress.irreversible': '{symbol}',
  'confirmAddress.question': '{symbol}',
};
/** Placeholders that a language may omit if its wording implies them. */
const OPTIONAL: Readonly<Record<string, string>> = {
  'confirmAddress.question': 'coin',
  'edit.converted_to': 'symbol',
};

test('every file has the name of its locale', () => {
  expect(files.filter((name) => parseFileLocale(name) === undefined)).toEqual([]);
  expect(files).toContain('en-US.json');
});

describe.each(files)('%s', (file) => {
  const content = readFileSync(new URL(file, FOLDER), 'utf8');
  const { texts, faults } = readLanguageFile(content, parseFileLocale(file) ?? '', [english, ADDITIONAL_PLACEHOLDERS]);

  test('every text parses, none is empty, and each plural has all forms of the language', () => {
    expect(faults).toEqual([]);
  });

  test('has every key, in order', () => {
    expect(Object.keys(texts)).toEqual(Object.keys(english).toSorted());
  });

  test('contains every placeholder of the English text', () => {
    const lacking = Object.entries(english).flatMap(([key, message]) => {
      const has = findPlaceholders(texts[key] ?? '');
      const missing = [...findPlaceholders(message)].filter((name) => !has.has(name) && OPTIONAL[key] !== name);
      return missing.map((name) => `${key} lacks {${name}}`);
    });
    expect(lacking).toEqual([]);
  });
});

test('every error of the contract that pages show has the contract’s text in English', () => {
  for (const [key, { text, place }] of Object.entries(errors)) {
    if (place === 'server') continue;
    expect((english as Record<string, string>)[`error.${key}`], key).toBe(text);
  }
});
