import { defineConfig } from '@playwright/test';
import journeys from '../../playwright.config.ts';

/** `npm run screens`: takes pictures of every scene of the buyer's app and of the partner pages. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  projects: [{ name: 'pictures', testMatch: ['pictures.spec.ts', 'partnerPictures.spec.ts'] }],
  outputDir: '../../../test-results/pictures',
  globalSetup: './pictureWorld.ts',
  globalTeardown: './writeIndex.ts',
  fullyParallel: true,
  workers: 2,
  retries: 1,
  reporter: [['line']],
  use: { ...journeys.use, trace: 'off', screenshot: 'off', isMobile: false, hasTouch: false, deviceScaleFactor: 2 },
});
