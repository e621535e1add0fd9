import { expect, test } from 'vitest';
import { maskedAccount, maskedMail, nameFor } from './masks.ts';

test('names are for those whose work it is', () => {
  expect(nameFor(['support'], 'Karin Muster')).toBe('Karin Muster');
  expect(nameFor(['treasurer', 'admin'], 'Karin Muster')).toBe('K. M.');
  expect(nameFor([], '')).toBe('');
});

test('mail and accounts are recognised, not used', () => {
  expect(maskedMail('karin@mail.example')).toBe('k·····@mail.example');
  expect(maskedAccount('DE89 3704 0044 0532 0130 00')).toBe('DE·· 3000');
  expect(maskedAccount('12345678')).toBe('·· 5678');
});
