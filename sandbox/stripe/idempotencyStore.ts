import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The first answer to a request with an idempotency key. */
export type StoredAnswer = { readonly request: string; readonly status: number; readonly body: string };

/**
 * Answers for idempotency keys, one per line, in a file separate from the books. They are most of an account's data, and each
 * change rewrites the books completely. The books are written after the answer: an answer is valid only if they contain its
 * key, since a crash may have prevented the change.
 */
export type IdempotencyStore = {
  get(key: string): StoredAnswer | undefined;
  add(key: string, answer: StoredAnswer): void;
};

export function openIdempotencyStore(file: string, isInBooks: (key: string) => boolean): IdempotencyStore {
  mkdirSync(dirname(file), { recursive: true });
  const text = readText(file);
  // A line that a crash truncated must not corrupt the next one.
  if (text !== '' && !text.endsWith('\n')) appendFileSync(file, '\n');
  const answers = new Map<string, StoredAnswer>();
  for (const line of text.split('\n')) {
    const entry = readLine(line);
    if (entry && isInBooks(entry.key)) answers.set(entry.key, entry);
  }
  return {
    get: (key) => answers.get(key),
    add(key, answer) {
      appendFileSync(file, `${JSON.stringify({ key, ...answer })}\n`);
      answers.set(key, answer);
    },
  };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

function readLine(line: string): (StoredAnswer & { readonly key: string }) | undefined {
  try {
    return line === '' ? undefined : (JSON.parse(line) as StoredAnswer & { readonly key: string });
  } catch {
    return undefined;
  }
}
