import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** `docs/money.md, The ledger`: a document's path from the project's root, and a heading in it. */
const POINTER = /([\w./-]*[\w-]+\.md)(?:, ([A-Z][a-z ]+[a-z]))?/g;
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*$/gm;

const sources = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.css', '*.sql'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(file));

test('every document that a comment names exists, with the section', () => {
  const pointers = sources.flatMap((file) =>
    (readFileSync(file, 'utf8').match(COMMENT) ?? []).flatMap((comment) =>
      [...comment.matchAll(POINTER)].map(([, document = '', section]) => ({ file, document, section })),
    ),
  );
  expect(pointers.length).toBeGreaterThan(5);
  const lost = pointers.filter(
    ({ document, section }) =>
      !existsSync(document) ||
      (section !== undefined && !new RegExp(`^#+ ${section}$`, 'm').test(readFileSync(document, 'utf8'))),
  );
  expect(lost).toEqual([]);
});
