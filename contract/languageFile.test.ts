import { describe, expect, test } from 'vitest';
import { parseFileLocale, readLanguageFile } from './languageFile.ts';
import { findPlaceholders } from './languageMessage.ts';

const english = {
  hello: 'Hello',
  days: '{count, plural, one {# day} other {# days}}',
  amount: 'Pay {amount}',
};

function listFaults(texts: object, locale = 'de-DE'): readonly string[] {
  return readLanguageFile(JSON.stringify(texts), locale, [english]).faults;
}

test.each([
  ['de-DE.json', 'de-DE'],
  ['ar.json', 'ar'],
  ['zh-Hant-TW.json', 'zh-Hant-TW'],
  ['es-419.json', 'es-419'],
  ['de_DE.json', undefined],
  ['DE-de.json', undefined],
  ['../de.json', undefined],
  ['readme.md', undefined],
  ['.json', undefined],
])('reads from the name %s the locale %s', (file, locale) => {
  expect(parseFileLocale(file)).toBe(locale);
});

test('reads the locale from the name of another kind of file', () => {
  expect(parseFileLocale('de-DE.html', '.html')).toBe('de-DE');
  expect(parseFileLocale('de-DE.json', '.html')).toBeUndefined();
});

describe('a language file', () => {
  test('may contain some of the keys, and keys of another version', () => {
    expect(readLanguageFile('{"hello":"Hallo","gone":"Weg"}', 'de-DE', [english])).toEqual({
      texts: { hello: 'Hallo', gone: 'Weg' },
      faults: [],
    });
  });

  test('keeps markup as plain text', () => {
    const markup = '<img src=x onerror=alert(1)>';
    expect(readLanguageFile(JSON.stringify({ hello: markup }), 'de-DE', [english]).texts['hello']).toBe(markup);
  });

  test.each([
    [{ hello: '' }, 'hello is empty'],
    [{ hello: 3 }, 'hello is not a text'],
    [{ hello: { a: 'b' } }, 'hello is not a text'],
    [{ amount: 'Zahle {amount' }, /^amount cannot be read: /],
    [{ amount: 'Zahle {ammount}' }, 'amount has a placeholder that nothing fills: {ammount}'],
    [{ days: '{count, plural, other {# Tage}}' }, 'days lacks the plural form "one" of {count}'],
  ])('has a fault for %j', (texts, fault) => {
    expect(listFaults(texts)).toEqual([expect.stringMatching(fault)]);
  });

  test.each(['', '[]', 'null', '"text"', '{"hello":'])('is rejected as a whole: %j', (content) => {
    expect(readLanguageFile(content, 'de-DE', [english]).faults).toHaveLength(1);
  });
});

describe('plural forms', () => {
  const two = '{count, plural, one {a} other {b}}';
  test('must be those of the language', () => {
    expect(listFaults({ days: two })).toEqual([]);
    expect(listFaults({ days: '{count, plural, other {b}}' }, 'zh-CN')).toEqual([]);
    expect(listFaults({ days: two }, 'ar-AE')).toHaveLength(4);
    expect(
      listFaults({ days: '{count, plural, zero {a} one {b} two {c} few {d} many {e} other {f}}' }, 'ar-AE'),
    ).toEqual([]);
    expect(listFaults({ days: '{count, plural, =0 {a} =1 {b} =2 {c} few {d} many {e} other {f}}' }, 'ar-AE')).toEqual(
      [],
    );
  });

  test('used only for millions may be omitted', () => {
    expect(listFaults({ days: two }, 'es-ES')).toEqual([]);
  });

  test('are checked within other choices', () => {
    const nested = '{count, select, a {{count, plural, other {x}}} other {}}';
    expect(listFaults({ days: nested })).toEqual(['days lacks the plural form "one" of {count}']);
  });
});

test('finds placeholders at every depth', () => {
  const message = '{a} {b, plural, one {{c}} other {# {d, select, x {{e}} other {}}}}';
  expect([...findPlaceholders(message)].toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
});
