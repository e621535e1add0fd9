import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test } from 'vitest';
import { recordProof } from '../../tools/proofs/recordProof.ts';

const CONFIGURATION = fileURLToPath(new URL('playwright.config.ts', import.meta.url));
const PLAYWRIGHT = createRequire(import.meta.url).resolve('@playwright/test/cli');

test('the packages work in fresh apps, installed from their tarballs', { timeout: 1_800_000 }, async () => {
  const begun = performance.now();
  // Throws an error with the output if a browser test fails.
  await promisify(execFile)(process.execPath, [PLAYWRIGHT, 'test', '--config', CONFIGURATION]);
  const seconds = Math.round((performance.now() - begun) / 1000);
  recordProof('Packages in fresh apps', {
    figures: `installed from their tarballs in a fresh Vite and a fresh Next.js app; ${seconds} s`,
    result: 'a purchase in both, and both received the delivery event',
  });
});
