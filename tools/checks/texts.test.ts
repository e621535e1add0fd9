import { describe, expect, test } from 'vitest';
import { findDeadLinks, listAnchors } from './findDeadLinks.ts';
import { countMarkers, extractComments, extractParagraphs } from './markerWords.ts';

describe('marker words', () => {
  test('are counted in comments, and not in code or directives', () => {
    const source = [
      '/** Whoever asks is told\n * what nobody says. */',
      "const said = 'the word'; // It lies beside it.",
      '// biome-ignore lint/style: said elsewhere',
      '// @ts-expect-error nobody',
    ].join('\n');
    expect(countMarkers(extractComments('a.ts', source))).toMatchObject({
      'say, tell, word': 2,
      'lie, stand, bear': 1,
      'nobody, somebody': 1,
      'whoever, whatever': 1,
      beside: 1,
      pictures: 0,
    });
  });

  test.each([
    ['Whether the order is paid.', 1],
    ['As the bank books it', 1],
    ['What does it cost?', 0],
    ['Returns whether the order is paid.', 0],
  ])('counts beginnings without a subject: %s (%i)', (text, count) => {
    expect(countMarkers([text])).toMatchObject({ 'begins without a subject': count });
  });

  test('are counted in the text of a page, without code and addresses', () => {
    const page = '# Rooms\n\n```\nnobody says\n```\n\nA `word` of [others](told.md).\n\n> - It is told.\n';
    expect(extractParagraphs(page)).toEqual(['Rooms', 'A  of [others].', 'It is told.']);
  });
});

describe('a link', () => {
  test.each([
    ['[a](../README.md)', []],
    ['[a](https://example.org/nothing)', []],
    ['[a](../nothing.md)', ['docs/x.md: there is no ../nothing.md']],
    ['[a](../README.md#no-such-heading)', ['docs/x.md: there is no heading ../README.md#no-such-heading']],
    ['```\n[a](../nothing.md)\n```', []],
  ])('is reported only if its target is missing: %s', (page, faults) => {
    expect(findDeadLinks('docs/x.md', page)).toEqual(faults);
  });

  test('uses the anchors that GitHub gives to headings', () => {
    expect([...listAnchors('# A `b`, c & d\n## [Two](x.md) words\n## Two words\n<a id="own"></a>')]).toEqual([
      'a-b-c--d',
      'two-words',
      'two-words-1',
      'own',
    ]);
  });
});
