import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type DeclaredTest, findDeclaredTests, matchesDeclaredTitle } from '../../tools/test/findDeclaredTests.ts';
import { splitReference } from './statement.ts';
import { sections } from './statements.ts';

const ROOT = new URL('../../', import.meta.url);
/** Maximum number of statements from which the product deliberately differs. */
const MOST_DIFFERENCES = 30;

const statements = Object.entries(sections).flatMap(([section, all]) => all.map((one) => ({ section, ...one })));

const declaredTests = new Map<string, readonly DeclaredTest[]>();

/** Returns what is wrong with a reference `file › title`: the file must declare a test with the title that is not skipped. */
function findFault(reference: string): string | undefined {
  const [file, title] = splitReference(reference);
  const path = new URL(file, ROOT);
  if (!existsSync(path)) return `${reference}: there is no such file`;
  const declared = declaredTests.get(file) ?? findDeclaredTests(file, readFileSync(path, 'utf8'));
  declaredTests.set(file, declared);
  const tests = declared.filter((one) => matchesDeclaredTitle(one, title));
  if (tests.length === 0) return `${reference}: there is no such test`;
  return tests.every(({ isSkipped }) => isSkipped) ? `${reference}: the test is skipped` : undefined;
}

describe('the specification', () => {
  test('has all its statements, each once', () => {
    expect(statements.length).toBeGreaterThanOrEqual(430);
    for (const [section, all] of Object.entries(sections)) {
      expect(new Set(all.map(({ text }) => text)).size, section).toBe(all.length);
    }
  });

  test('references only existing tests', () => {
    const wrong = statements.flatMap((one) =>
      ('satisfiedBy' in one ? one.satisfiedBy : []).map(findFault).filter((why) => why),
    );
    expect([...new Set(wrong)]).toEqual([]);
    expect(statements.filter((one) => 'satisfiedBy' in one && one.satisfiedBy.length === 0)).toEqual([]);
  });

  test('has few differences, each with a reason', () => {
    const differences = statements.filter((one) => 'differs' in one);
    expect(differences.length).toBeLessThanOrEqual(MOST_DIFFERENCES);
    for (const one of differences) expect('differs' in one && one.differs.length, one.text).toBeGreaterThan(40);
  });
});
