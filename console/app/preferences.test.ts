import { expect, test } from 'vitest';
import { parsePreferences } from './preferences.ts';

const defaults = { theme: 'system', density: 'auto', letters: true };

test.each([null, '', '{', 'null', '7', '{"theme":"pink","density":3,"letters":"no"}'])(
  'replaces the stored text %s by the defaults',
  (stored) => {
    expect(parsePreferences(stored)).toEqual(defaults);
  },
);

test('keeps stored preferences', () => {
  const chosen = { theme: 'dark', density: 'dense', letters: false } as const;
  expect(parsePreferences(JSON.stringify(chosen))).toEqual(chosen);
});
