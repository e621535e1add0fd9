import { expect, test } from 'vitest';
import { normalizeNameWords } from './normalizeNameWords.ts';

test.each(["O'Brien", 'O’Brien', 'O‘Brien', 'OʼBrien', 'OʻBrien', 'O`Brien', 'O´Brien', 'O′Brien', 'O＇Brien'])(
  'reads %s as one word',
  (name) => expect(normalizeNameWords(name)).toEqual(['obrien']),
);
