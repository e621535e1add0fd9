import { expect, test } from 'vitest';
import { findUnprovenStatements } from './findUnprovenStatements.ts';
import { differs, satisfied } from './statement.ts';

const result = (file: string, title: string, status: 'passed' | 'failed' | 'skipped' | 'did not run' = 'passed') => ({
  file,
  titles: ['a group', title],
  status,
});

test('a statement is proven by tests that ran and passed', () => {
  const statements = [
    satisfied('Adds.', 'a.test.ts › adds', 'b.spec.ts › shows the › sum'),
    differs('Divides.', 'law'),
  ];
  expect(
    findUnprovenStatements(statements, [result('a.test.ts', 'adds'), result('b.spec.ts', 'shows the › sum')]),
  ).toEqual([]);
});

test.each([
  ['a test of another file', [result('b.test.ts', 'adds')], 'did not run'],
  ['a test with another title', [result('a.test.ts', 'adds up')], 'did not run'],
  ['no test', [], 'did not run'],
  ['a failed test', [result('a.test.ts', 'adds', 'failed')], 'failed'],
  ['a skipped test', [result('a.test.ts', 'adds', 'skipped')], 'skipped'],
  ['two tests of which one failed', [result('a.test.ts', 'adds'), result('a.test.ts', 'adds', 'failed')], 'failed'],
] as const)('a statement is not proven by %s', (_, results, why) => {
  expect(findUnprovenStatements([satisfied('Adds.', 'a.test.ts › adds')], results)).toEqual([
    `a.test.ts › adds: ${why}`,
  ]);
});

test('a title with placeholders requires all rows of its table', () => {
  const statements = [satisfied('Adds.', 'a.test.ts › adds %s to %s')];
  const rows = [result('a.test.ts', 'adds 1 to 2'), result('a.test.ts', 'adds 3 to 4')];
  expect(findUnprovenStatements(statements, rows)).toEqual([]);
  expect(findUnprovenStatements(statements, [...rows, result('a.test.ts', 'adds 5 to 6', 'failed')])).toHaveLength(1);
});
