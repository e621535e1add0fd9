import { execFile } from 'node:child_process';
import { appendFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test } from 'vitest';

const PROOFS = fileURLToPath(new URL('../../PROOFS.md', import.meta.url));
const CONFIGURATION = fileURLToPath(new URL('playwright.config.ts', import.meta.url));
const PLAYWRIGHT = createRequire(import.meta.url).resolve('@playwright/test/cli');

test('the packages, installed into fresh apps from their tarballs', { timeout: 1_800_000 }, async () => {
  const begun = performance.now();
  // Throws with what the browser's tests have printed.
  await promisify(execFile)(process.execPath, [PLAYWRIGHT, 'test', '--config', CONFIGURATION]);
  const seconds = Math.round((performance.now() - begun) / 1000);
  await appendFile(
    PROOFS,
    `| the packages from their tarballs in a fresh Vite and a fresh Next.js app, ${seconds} s | | bought in both, and both heard of the delivery |\n`,
  );
});
