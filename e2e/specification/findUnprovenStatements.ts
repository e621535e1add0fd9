import { matchesDeclaredTitle } from '../../tools/test/findDeclaredTests.ts';
import type { TestResult } from '../../tools/test/report.ts';
import { type SpecStatement, splitReference } from './statement.ts';

/**
 * Returns a line for each reference of a statement whose test did not run or did not pass. A title with placeholders refers to
 * the tests of all rows of its table.
 */
export function findUnprovenStatements(
  statements: readonly SpecStatement[],
  results: readonly Pick<TestResult, 'file' | 'titles' | 'status'>[],
): string[] {
  const byFile = Map.groupBy(results, ({ file }) => file);
  return statements.flatMap((statement) =>
    ('satisfiedBy' in statement ? statement.satisfiedBy : []).flatMap((reference) => {
      const [file, title] = splitReference(reference);
      const named = (byFile.get(file) ?? []).filter(({ titles }) =>
        matchesDeclaredTitle({ title }, titles.at(-1) ?? ''),
      );
      if (named.length === 0) return [`${reference}: did not run`];
      return [...new Set(named.map(({ status }) => status))]
        .filter((status) => status !== 'passed')
        .map((status) => `${reference}: ${status}`);
    }),
  );
}
