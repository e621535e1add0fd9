import { describe, expect, test } from 'vitest';
import { findDeclaredTests, matchesDeclaredTitle } from './findDeclaredTests.ts';

const titlesIn = (source: string) => findDeclaredTests('some.test.ts', source).map(({ title }) => title);
const skippedIn = (source: string) =>
  findDeclaredTests('some.test.ts', source).flatMap(({ title, isSkipped }) => (isSkipped ? [title] : []));

describe('declared tests', () => {
  test.each([
    ['a test', "test('adds', () => {});", ['adds']],
    ['a test with options', "it('adds', { concurrent: true }, async () => {});", ['adds']],
    ['a test in a group', "describe('sums', () => { test('adds', () => {}); });", ['adds']],
    ['a table', "test.each([[1, 2]])('%i and %i', () => {});", ['%i and %i']],
    ['a typed table', "test.each<{ a: number }>([{ a: 1 }])('$a is added', () => {});", ['$a is added']],
    ['a loop', 'for (const a of all) test(`adds ${a.name} up`, () => {});', ['adds ${a.name} up']],
    ['a quote', String.raw`test('the buyer\'s card', () => {});`, ["the buyer's card"]],
    ['a body by name', "test('adds', addsAll);", ['adds']],
  ])('include %s', (_, source, titles) => {
    expect(titlesIn(source)).toEqual(titles);
    expect(skippedIn(source)).toEqual([]);
  });

  test.each([
    ['a comment', "// test('adds', () => {});"],
    ['a text', `const source = "test('adds', () => {})";`],
    ['a group', "describe('adds', () => {});"],
    ['a step', "test.step('adds', () => {});"],
    ['a test without a body', "test('adds'); test.todo('adds');"],
    ['another function', "check('adds', () => {}); other.test('adds', () => {});"],
    ['a hook or an option', 'test.beforeEach(() => {}); test.use({ locale });'],
  ])('do not include %s', (_, source) => {
    expect(titlesIn(source)).toEqual([]);
  });

  test.each([
    ['is skipped', "test.skip('adds', () => {});"],
    ['is skipped on a condition', "test.skipIf(windows)('adds', () => {});"],
    ['runs on a condition', "test.runIf(linux)('adds', () => {});"],
    ['is in a skipped group', "describe.skip('sums', () => { describe('all', () => { test('adds', () => {}); }); });"],
    ['is skipped in its body', "test('adds', () => { test.skip(); });"],
    ['is skipped in its body on a condition', "test('adds', () => { test.skip(phone, 'no room'); });"],
    ['is in a group that skips itself', "test.describe('sums', () => { test('adds', () => {}); test.skip(phone); });"],
    ['is in a file that skips itself', "test.skip(({ phone }) => phone, 'no room'); test('adds', () => {});"],
    ['is to be fixed', "test.fixme('adds', () => {});"],
  ])('count as skipped if a test %s', (_, source) => {
    expect(skippedIn(source)).toEqual(['adds']);
  });

  test('do not count as skipped because another test is skipped', () => {
    const source =
      "describe.skip('a', () => { test('b', () => {}); }); test('c', () => { test.skip(); }); test('d', () => {});";
    expect(skippedIn(source)).toEqual(['b', 'c']);
    expect(titlesIn(source)).toEqual(['b', 'c', 'd']);
  });

  test('cannot be read from a source with a syntax error, whose file the error names', () => {
    expect(() => titlesIn("test('adds', () => {")).toThrow(/some\.test\.ts/);
  });
});

describe('a title', () => {
  test.each([
    ['adds', 'adds'],
    ['adds %s to %i', 'adds EUR to 5'],
    ['$call is accepted', 'payList is accepted'],
    ['${code} leads to ${path}', '5001 leads to /access-denied'],
    ['what is (not) added', 'what is (not) added'],
  ])('%s belongs to a test "%s"', (declared, title) => {
    expect(matchesDeclaredTitle({ title: declared }, title)).toBe(true);
  });

  test.each([
    ['adds', 'adds up'],
    ['adds %s to %i', 'removes EUR to 5'],
    ['${code} leads to ${path}', '5001 leads to'],
    // Any title would match.
    ['$text', 'Server timeout'],
    ['%s: %s', 'adds: all'],
  ])('%s does not belong to a test "%s"', (declared, title) => {
    expect(matchesDeclaredTitle({ title: declared }, title)).toBe(false);
  });
});
