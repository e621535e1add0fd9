import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { breaksBySection, listBreakableStatements } from '../breaks.ts';
import { sections } from '../statements.ts';
import { findEditFaults } from './plannedBreak.ts';

const ROOT = new URL('../../../', import.meta.url);

const contents = new Map<string, string>();

function readProductFile(file: string): string {
  const content = contents.get(file) ?? readFileSync(new URL(file, ROOT), 'utf8');
  contents.set(file, content);
  return content;
}

describe('every statement', () => {
  test.each(Object.entries(sections))('of section %s has a planned break, unless it differs', (section, statements) => {
    const satisfiedBy = statements.filter((statement) => 'satisfiedBy' in statement).map(({ text }) => text);
    expect(Object.keys(breaksBySection[section] ?? {}).toSorted()).toEqual(satisfiedBy.toSorted());
  });

  test('has a planned break whose replaced texts occur exactly once', () => {
    const faults = listBreakableStatements().flatMap(({ id, planned }) =>
      findEditFaults(planned, readProductFile).map((fault) => `${id} ${fault}`),
    );
    expect(faults).toEqual([]);
  });

  test('has a planned break that one of its own tests must detect', () => {
    const foreign = listBreakableStatements().filter(({ statement, by }) => !statement.satisfiedBy.includes(by));
    expect(foreign.map(({ id, by }) => `${id} ${by}`)).toEqual([]);
  });
});
