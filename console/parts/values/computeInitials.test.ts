import { expect, test } from 'vitest';
import { computeInitials } from './computeInitials.ts';

test.each([
  ['Ben', 'BE'],
  ['Anna Maria Muster', 'AM'],
  ['  dora  ', 'DO'],
  ['Ö', 'Ö'],
  ['', ''],
])('%s is shown as %s', (name, letters) => {
  expect(computeInitials(name)).toBe(letters);
});
