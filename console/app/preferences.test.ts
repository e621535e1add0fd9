import { expect, test } from 'vitest';
import { readPreferences } from './preferences.ts';

const unchosen = { theme: 'system', density: 'auto', letters: true };

test.each([null, '', '{', 'null', '7', '{"theme":"pink","density":3,"letters":"no"}'])('%s is no choice', (stored) => {
  expect(readPreferences(stored)).toEqual(unchosen);
});

test('what was chosen stays', () => {
  const chosen = { theme: 'dark', density: 'dense', letters: false } as const;
  expect(readPreferences(JSON.stringify(chosen))).toEqual(chosen);
});
