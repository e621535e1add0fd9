import { describe, expect, test } from 'vitest';
import { formatPlainValue } from '../../operator/show/layout.ts';
import { escapeLine, escapeLines } from './escapeText.ts';
import { formatCsv, formatTable } from './formatTable.ts';

/** Contains characters that a terminal would execute: the sequence that clears it, a C1 CSI, a bell, and reversed text. */
const HOSTILE = 'a\u001b[2Jb\u009b31mc\u0007d\u202ee\u2066f';
const SHOWN = String.raw`a\u001b[2Jb\u009b31mc\u0007d\u202ee\u2066f`;

describe('escapes control characters in foreign text', () => {
  test.each([
    ['a table', formatTable([{ name: HOSTILE }]).split('\n')[2]],
    ['a table of nested values', formatTable([{ name: { of: '\u009b\u202e' } }]).split('\n')[2]],
    ['a CSV', formatCsv([{ name: HOSTILE }]).split('\r\n')[1]],
    ['an order that is shown', formatPlainValue(HOSTILE)],
    ['facts that are shown', formatPlainValue({ [HOSTILE]: HOSTILE }).split('=')[1]],
    ['names of facts that are shown', formatPlainValue({ [HOSTILE]: 1 }).split('=')[0]],
    ['a whole answer', escapeLines(HOSTILE)],
  ])('in %s', (where, text) => {
    expect(text).toBe(where.includes('nested') ? String.raw`{"of":"\u009b\u202e"}` : SHOWN);
  });

  test('escapes line breaks within a cell', () => {
    expect(formatTable([{ name: 'one\ntwo\rthree' }])).toContain(String.raw`one\u000atwo\u000dthree`);
  });

  test('aligns columns by the width of the escaped text', () => {
    expect(
      formatTable([
        { name: '\u001b', next: 1 },
        { name: 'abcdef', next: 2 },
      ]),
    ).toContain('abcdef  2');
  });

  test('keeps joiners, accents and other scripts', () => {
    const names = 'Zoë می\u200cخواهم 李 👩\u200d💻';
    expect(escapeLine(names)).toBe(names);
  });

  test('keeps line breaks of a text, but escapes a carriage return without a line feed', () => {
    expect(escapeLines('a\tb\nc\r\nd\re')).toBe('a\tb\nc\r\nd\\u000de');
  });

  test('keeps the meaning of JSON', () => {
    const value = { name: HOSTILE };
    expect(JSON.parse(escapeLines(JSON.stringify(value, null, 2)))).toEqual(value);
  });
});

test.each(['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠SUM(A1)'])(
  'makes a spreadsheet treat %j as text',
  (text) => {
    expect(formatCsv([{ text }])).toMatch(/^text\r\n"?'/);
  },
);

test.each(['-5', '-0.50', '12'])('keeps the amount %s a number', (amount) => {
  expect(formatCsv([{ amount }])).toBe(`amount\r\n${amount}\r\n`);
});
