import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

/** Ends a test that a break lets wait for something that does not come; each test passes within this without a break. */
const TEST_LIMIT_MS = 120_000;
const WAIT_LIMIT_MS = 15_000;

const { globalSetup: _, ...rest } = base;

/** The browser tests in a world that the proof has started. */
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
