import { expect, test } from 'vitest';
import { normalizeNameWords } from './normalizeNameWords.ts';

test.each(["O'Brien", 'O’Brien', 'O‘Brien', 'OʼBrien', 'OʻBrien', 'O`Brien', 'O´Brien', 'O′Brien', 'O＇Brien'])(
  '%s is one word, however its apostrophe is written',
  (name) => expect(normalizeNameWords(name)).toEqual(['obrien']),
);
