import type { BreakableStatement } from '../breaks.ts';

/** The changed part, which decides what has to be built or started again. */
export type BreakKind = 'web' | 'server' | 'shared';

const SERVER_SOURCES = /^server\//;
/** Sources that the web app and the server use. */
const SHARED_SOURCES = /^(?:contract|money)\//;

export function findBreakKind({ planned }: BreakableStatement): BreakKind {
  if (planned.edits.some(({ file }) => SHARED_SOURCES.test(file))) return 'shared';
  return planned.edits.some(({ file }) => SERVER_SOURCES.test(file)) ? 'server' : 'web';
}

const BATCH_SIZE = 18;

/**
 * Divides breaks into batches that are planted together. The breaks of a batch are of one kind, have different tests and change
 * different places. Breaks that were together in an earlier division are separated: a test that failed because of another
 * break of its batch then fails differently.
 */
export function divideIntoBatches(
  statements: readonly BreakableStatement[],
  earlier: readonly (readonly BreakableStatement[])[],
): BreakableStatement[][] {
  const batches: BreakableStatement[][] = [];
  const wereTogether = (one: BreakableStatement, other: BreakableStatement) =>
    earlier.some((batch) => batch.includes(one) && batch.includes(other));
  for (const statement of statements) {
    const matchingBatch = batches.find(
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
    if (matchingBatch) matchingBatch.push(statement);
    else batches.push([statement]);
  }
  return batches;
}

/** Returns true if an edit of one break might change the text that an edit of the other break replaces. */
function editsTouch(one: BreakableStatement, other: BreakableStatement): boolean {
  return one.planned.edits.some((edit) =>
    other.planned.edits.some(
      ({ file, find }) =>
        file === edit.file && (find.includes(edit.find) || edit.find.includes(find) || overlap(find, edit.find)),
    ),
  );
}

/** Shorter parts may be equal by chance, and do not show that two texts overlap. */
const MIN_EQUAL_LENGTH = 4;

/** Returns true if a line is part of both, or if one may begin within the other. */
function overlap(one: string, other: string): boolean {
  const lines = new Set(one.split('\n').map((line) => line.trim()));
  if (other.split('\n').some((line) => line.trim() !== '' && lines.has(line.trim()))) return true;
  return endsInStart(one, other) || endsInStart(other, one);
}

/** Returns true if the end of one text is the start of the next one. */
function endsInStart(text: string, next: string): boolean {
  for (let length = Math.min(text.length, next.length); length >= MIN_EQUAL_LENGTH; length -= 1)
    if (text.endsWith(next.slice(0, length))) return true;
  return false;
}
