import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isSourcePath } from './sourcePath.ts';

const WEB_FOLDER = fileURLToPath(new URL('../../', import.meta.url));

test.each([
  '/main.tsx?t=1',
  '/i18n/en-US.json?compiled&part=first',
  '/icons/192.png',
  '/manifest.webmanifest',
  '/images/coins/btc.svg',
  '/@vite/client',
  '/@fs/elsewhere/money/amount.ts',
])('%s is served from the sources', (path) => {
  expect(isSourcePath(WEB_FOLDER, path)).toBe(true);
});

test.each([
  '/',
  '/plugin?partnerId=0',
  '/plugin/index.html',
  '/app',
  '/terms.html',
  '/languages/de-DE.json',
  '/assets/index-abc.js',
  '/gateway/v1/order',
  '/%2e%2e/package.json',
  '/%ff.ts',
])('%s is forwarded to the server', (path) => {
  expect(isSourcePath(WEB_FOLDER, path)).toBe(false);
});
