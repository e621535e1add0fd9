import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The first answer to a request with an idempotency key. */
export type KeptAnswer = { readonly request: string; readonly status: number; readonly body: string };

/**
 * Answers kept for their idempotency keys, a line each, beside the books: they are most of what an account has, and the
 * books are written whole each time. An answer counts once the books, which are written after it, name its key; one that
 * a crash left behind alone does not.
 */
export type AnswerJournal = {
  get(key: string): KeptAnswer | undefined;
  add(key: string, answer: KeptAnswer): void;
};

export function openAnswerJournal(file: string, isInBooks: (key: string) => boolean): AnswerJournal {
  mkdirSync(dirname(file), { recursive: true });
  const text = readText(file);
  // A line that a crash cut off must not spoil the next one.
  if (text !== '' && !text.endsWith('\n')) appendFileSync(file, '\n');
  const answers = new Map<string, KeptAnswer>();
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

function readLine(line: string): (KeptAnswer & { readonly key: string }) | undefined {
  try {
    return line === '' ? undefined : (JSON.parse(line) as KeptAnswer & { readonly key: string });
  } catch {
    return undefined;
  }
}
