import { defineConfig } from '@playwright/test';
import base from '../playwright.config.ts';

/** `npm run prove -- packages`: installs the packages as users do. Not part of `npm test`, because it uses the registry. */
export default defineConfig({
  ...base,
  testDir: '.',
  projects: [{ name: 'packages', testMatch: 'packages.spec.ts', workers: 1 }],
  globalSetup: '../globalSetup.ts',
  outputDir: '../../test-results/packages',
  timeout: 600_000,
});
