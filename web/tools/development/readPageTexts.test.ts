import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readPageTexts } from './readPageTexts.ts';

const WEB_FOLDER = fileURLToPath(new URL('../../', import.meta.url));

test('returns a language’s file without the texts of emails', async () => {
  const texts = JSON.parse((await readPageTexts(WEB_FOLDER, '/languages/de-DE.json')) ?? '{}') as object;
  expect(texts).toHaveProperty(['edit.you_pay']);
  expect(Object.keys(texts).filter((key) => key.startsWith('mail.'))).toEqual([]);
});

test.each(['/languages/../package.json', '/plugin/languages/de-DE.json', '/languages/'])(
  'returns nothing for %s',
  async (path) => {
    expect(await readPageTexts(WEB_FOLDER, path)).toBeUndefined();
  },
);
