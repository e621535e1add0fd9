import { expect, test } from 'vitest';
import { parsePreferences } from './preferences.ts';

const unchosen = { theme: 'system', density: 'auto', letters: true };

test.each([null, '', '{', 'null', '7', '{"theme":"pink","density":3,"letters":"no"}'])('%s is no choice', (stored) => {
  expect(parsePreferences(stored)).toEqual(unchosen);
});

test('what was chosen stays', () => {
  const chosen = { theme: 'dark', density: 'dense', letters: false } as const;
  expect(parsePreferences(JSON.stringify(chosen))).toEqual(chosen);
});
