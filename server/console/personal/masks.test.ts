import { expect, test } from 'vitest';
import { maskAccount, maskEmail, maskNameForRoles } from './masks.ts';

test('shows full names only to roles that need them', () => {
  expect(maskNameForRoles(['support'], 'Karin Muster')).toBe('Karin Muster');
  expect(maskNameForRoles(['treasurer', 'admin'], 'Karin Muster')).toBe('K. M.');
  expect(maskNameForRoles([], '')).toBe('');
});

test('masks email addresses and accounts, but keeps them recognizable', () => {
  expect(maskEmail('karin@mail.example')).toBe('k·····@mail.example');
  expect(maskAccount('DE89 3704 0044 0532 0130 00')).toBe('DE·· 3000');
  expect(maskAccount('12345678')).toBe('·· 5678');
});
