import { expect, test } from 'vitest';
import { initials } from './initials.ts';

test.each([
  ['Ben', 'BE'],
  ['Anna Maria Muster', 'AM'],
  ['  dora  ', 'DO'],
  ['Ö', 'Ö'],
  ['', ''],
])('%s is shown as %s', (name, letters) => {
  expect(initials(name)).toBe(letters);
});
