import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8');

test('the drawing of the trust boundaries has the numbers of the table below it', () => {
  const findNumbers = (text: string, pattern: RegExp) =>
    [...new Set(Array.from(text.matchAll(pattern), ([, number]) => Number(number)))].toSorted((a, b) => a - b);
  const drawn = findNumbers(read('drawings/trust-boundaries.svg'), /class="number">.*<text[^>]*>(\d+)</g);
  expect(drawn.length).toBeGreaterThan(0);
  expect(drawn).toEqual(findNumbers(read('security.md'), /^\| (\d+) /gm));
});
