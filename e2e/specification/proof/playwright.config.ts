import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

/** Ends a test that waits in vain because of a break. Without a break each test passes within this time. */
const TEST_LIMIT_MS = 120_000;
const WAIT_LIMIT_MS = 15_000;

const { globalSetup: _, ...rest } = base;

/** Configuration of the browser tests in a world that the proof has started. */
export default defineConfig({
  ...rest,
  // A break outside of the process that answers browsers needs a world that starts with it.
  ...(process.env['OWN_WORLD'] && { globalSetup: '../../globalSetup.ts' }),
  testDir: '../..',
  outputDir: '../../../test-results/proof',
  timeout: TEST_LIMIT_MS,
  expect: { timeout: WAIT_LIMIT_MS, toPass: { timeout: WAIT_LIMIT_MS } },
  use: { ...rest.use, actionTimeout: WAIT_LIMIT_MS, screenshot: 'off' },
});
