import { expect, test } from 'vitest';
import { nameWords } from './nameWords.ts';

test.each(["O'Brien", 'O’Brien', 'O‘Brien', 'OʼBrien', 'OʻBrien', 'O`Brien', 'O´Brien', 'O′Brien', 'O＇Brien'])(
  '%s is one word, however its apostrophe is written',
  (name) => expect(nameWords(name)).toEqual(['obrien']),
);
