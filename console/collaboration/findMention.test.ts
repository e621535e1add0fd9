import { expect, test } from 'vitest';
import { completeMention, findMatchingNames, findMention } from './findMention.ts';

const names = ['anna', 'ben', 'berta', 'cleo'];

test.each([
  ['ask @', 5, ''],
  ['ask @Be', 7, 'be'],
  ['@cleo', 5, 'cleo'],
  ['ask @be now', 7, 'be'],
])('finds the mention in “%s” with the caret at %i', (text, caret, typed) => {
  expect(findMention(text, caret)?.typed).toBe(typed);
});

test.each([
  ['mail a@dora', 11],
  ['ask @be now', 11],
  ['no one', 6],
  ['@@be', 4],
])('finds no mention in “%s” with the caret at %i', (text, caret) => {
  expect(findMention(text, caret)).toBeUndefined();
});

test('suggests names until one is complete, and replaces the typed text by the chosen name', () => {
  const begun = findMention('ask @be now', 7);
  if (!begun) throw new Error('no mention was found');
  expect(findMatchingNames(begun, names)).toEqual(['ben', 'berta']);
  expect(findMatchingNames({ from: 0, typed: 'ben' }, names)).toEqual([]);
  expect(completeMention('ask @be now', 7, begun, 'berta')).toEqual({ text: 'ask @berta now', caret: 11 });
  expect(completeMention('@', 1, { from: 0, typed: '' }, 'cleo')).toEqual({ text: '@cleo ', caret: 6 });
});
