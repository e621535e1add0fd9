import { expect, test } from 'vitest';
import { countWords } from './countWords.ts';

test.each([
  ['the words of a sentence', 'The order *captures* 1,200.00 EUR.', 5],
  ['the words of table cells, without the bars', '| kind | means |\n| --- | --- |\n| `order` | needs attention |', 5],
  ['no words of code blocks', 'Run it:\n\n```\nnpm ci && npm start\n```\n\n- once\n', 3],
  ['no words on an empty page', '', 0],
])('counts %s', (_what, page, words) => {
  expect(countWords(page)).toBe(words);
});
