import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findCodeBlock } from '../../tools/integrate/codeBlocks.testing.ts';

const fakeFetch = vi.fn(async (_url: string, _init: { readonly body: string }) =>
  Response.json({ respCode: '200', respMessage: '', data: { session: 'open_1', sessionId: 'session_1' } }),
);
const log = vi.fn();
let folder: string;

beforeEach(async () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  vi.stubEnv('SLIPWAY_KEY', 'slk_7KQ2M4XD9TAB_of-a-test');
  vi.stubEnv('SLIPWAY_PRIVATE_KEY', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  vi.stubGlobal('fetch', fakeFetch);
  vi.spyOn(console, 'log').mockImplementation(log);
  folder = await mkdtemp(join(import.meta.dirname, 'copied-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  fakeFetch.mockClear();
  log.mockClear();
  await rm(folder, { recursive: true });
});

async function loadModule(page: string): Promise<Readonly<Record<string, unknown>>> {
  const file = join(folder, 'server.testing.ts');
  await writeFile(file, findCodeBlock(page, 'ts'));
  return (await import(file)) as Readonly<Record<string, unknown>>;
}

function getLastRequest(): { readonly url: string; readonly fields: unknown } {
  const [[url, { body }] = ['', { body: '{}' }]] = fakeFetch.mock.calls;
  return { url, fields: JSON.parse(body) };
}

test('the program of the Node quick start, unchanged, creates a session', async () => {
  const { createSession } = (await loadModule('node')) as { createSession(cart: object): Promise<string> };
  expect(await createSession({ id: 'cart 17', euros: '100', wallet: 'bc1q' })).toBe('open_1');
  expect(log).toHaveBeenCalledExactlyOnceWith('cart cart 17 is session session_1');
  expect(getLastRequest()).toMatchObject({
    url: 'https://pay.example/gateway/partner/createSession',
    fields: { sendCurrencyAmount: '100', address: 'bc1q', reference: 'cart 17' },
  });
});

test('the route of the Next.js quick start, unchanged, responds with a session', async () => {
  const { POST } = (await loadModule('nextjs')) as { POST(): Promise<Response> };
  expect(await (await POST()).text()).toBe('open_1');
  expect(getLastRequest()).toMatchObject({ fields: { sendCurrencyAmount: '60', getCurrency: 'USDC_BASE' } });
});
