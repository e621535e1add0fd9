import type { BreakableStatement } from '../breaks.ts';

/** The changed part, which decides what has to be built or started again. */
export type BreakKind = 'web' | 'server' | 'shared';

const SERVER_SOURCES = /^server\//;
/** Sources that both use. */
const SHARED_SOURCES = /^(?:contract|money)\//;

export function findBreakKind({ planned }: BreakableStatement): BreakKind {
  if (planned.edits.some(({ file }) => SHARED_SOURCES.test(file))) return 'shared';
  return planned.edits.some(({ file }) => SERVER_SOURCES.test(file)) ? 'server' : 'web';
}

const BATCH_SIZE = 18;

/**
 * Divides breaks into batches that are planted together: each with another test, of one kind, in other places. Breaks that
 * were together in an earlier division are separated, so that a test that fails for another break of its batch fails
 * differently in the next one.
 */
export function divideIntoBatches(
  statements: readonly BreakableStatement[],
  earlier: readonly (readonly BreakableStatement[])[],
): BreakableStatement[][] {
  const batches: BreakableStatement[][] = [];
  const wereTogether = (one: BreakableStatement, other: BreakableStatement) =>
    earlier.some((batch) => batch.includes(one) && batch.includes(other));
  for (const statement of statements) {
    const fits = batches.find(
      (batch) =>
        batch.length < BATCH_SIZE &&
        batch.every(
          (other) =>
            other.by !== statement.by &&
            findBreakKind(other) === findBreakKind(statement) &&
            !wereTogether(other, statement) &&
            !editsTouch(other, statement),
        ),
    );
    if (fits) fits.push(statement);
    else batches.push([statement]);
  }
  return batches;
}

/** Returns true if one edit would change the text that the other one is found by. */
function editsTouch(one: BreakableStatement, other: BreakableStatement): boolean {
  return one.planned.edits.some((edit) =>
    other.planned.edits.some(
      ({ file, find }) =>
        file === edit.file && (find.includes(edit.find) || edit.find.includes(find) || overlap(find, edit.find)),
    ),
  );
}

/** Shorter parts that are equal say nothing about their place. */
const EQUAL_PART = 4;

/** Returns true if a line is part of both, or if one may begin within the other. */
function overlap(one: string, other: string): boolean {
  const lines = new Set(one.split('\n').map((line) => line.trim()));
  if (other.split('\n').some((line) => line.trim() !== '' && lines.has(line.trim()))) return true;
  return endsInStart(one, other) || endsInStart(other, one);
}

/** Returns true if the end of one text is the start of the next one. */
function endsInStart(text: string, next: string): boolean {
  for (let length = Math.min(text.length, next.length); length >= EQUAL_PART; length -= 1)
    if (text.endsWith(next.slice(0, length))) return true;
  return false;
}
