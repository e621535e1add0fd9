import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';

const DOCUMENT = new URL('../../docs/embedding.md', import.meta.url);

test('the server’s part of the page about embedding fixes a purchase, as it stands there', async () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  vi.stubEnv('SLIPWAY_KEY', 'slk_7KQ2M4XD9TAB_of-a-test');
  vi.stubEnv('SLIPWAY_PRIVATE_KEY', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  const asked = vi.fn(async (_url: string, _init: { readonly body: string }) =>
    Response.json({ respCode: '200', respMessage: '', data: { session: 'open_1' } }),
  );
  vi.stubGlobal('fetch', asked);
  const text = await readFile(DOCUMENT, 'utf8');
  const program = [...text.matchAll(/^```ts\n([^]+?)^```$/gm)].map(([, code = '']) => code);
  const folder = await mkdtemp(join(import.meta.dirname, 'copied-'));
  try {
    await writeFile(join(folder, 'server.testing.ts'), program.find((code) => code.includes('@slipway/node')) ?? '');
    const { sessionFor } = (await import(join(folder, 'server.testing.ts'))) as {
      sessionFor(cart: object): Promise<string>;
    };
    expect(await sessionFor({ id: 'cart 17', euros: '100', wallet: 'bc1q' })).toBe('open_1');
  } finally {
    await rm(folder, { recursive: true });
  }
  const [[url, { body }] = ['', { body: '{}' }]] = asked.mock.calls;
  expect(url).toBe('https://pay.example/gateway/partner/createSession');
  expect(JSON.parse(body)).toMatchObject({ sendCurrencyAmount: '100', address: 'bc1q', reference: 'cart 17' });
});
