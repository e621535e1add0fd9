import { defineConfig, devices } from '@playwright/test';

/**
 * A phone is what most buyers hold; a journey for another screen sets its own viewport. Its pixels are counted once: drawing
 * nine for one tells a journey nothing, and costs a processor without graphics a quarter of the run.
 */
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1, isMobile: true, hasTouch: true };

export default defineConfig({
  testDir: '.',
  projects: [
    // These move the clock of a world of their own. They wait more than they work, and so go beside the others.
    { name: 'late', testMatch: 'late/*.spec.ts', workers: 1 },
    // Pages that wait move all the time, which costs a sixth of a processor each; journeys about what moves say so.
    {
      name: 'purchases',
      testMatch: '{journeys,specification}/*.spec.ts',
      workers: 2,
      use: { reducedMotion: 'reduce' },
    },
    // Several persons wait for one another, for rounds of a minute and for chains: they, too, go beside the others.
    { name: 'console', testMatch: 'console/*.spec.ts', workers: 2, use: { reducedMotion: 'reduce' } },
    // Many and short: they come last, so that both workers end together.
    { name: 'screens', testMatch: '{places,screens}/*.spec.ts', workers: 2 },
    // Looks at the world that all others leave.
    { name: 'rest', testMatch: 'rest/*.spec.ts', dependencies: ['purchases', 'console', 'screens'] },
  ],
  outputDir: '../test-results/journeys',
  globalSetup: './globalSetup.ts',
  workers: 4,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env['CI']),
  // Writes the JSON to PLAYWRIGHT_JSON_OUTPUT_NAME, or to the terminal when that is unset.
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['list'], ['json']] : [['list']],
  use: {
    ...devices['Pixel 7'],
    ...PHONE,
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    // A request that a worker makes is not seen by the journeys' own routes; offline.spec.ts is about the worker.
    serviceWorkers: 'block',
    // Recording every step takes a quarter of the time: for a journey that fails, TRACE=1 npm test -- NAME.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
