import { defineConfig, devices } from '@playwright/test';
import { patienceMs, testTimeoutMs } from '../tools/patience/patience.ts';

/**
 * A phone is what most buyers hold; a journey for another screen sets its own viewport. Its pixels are counted once: drawing
 * nine for one tells a journey nothing, and costs a processor without graphics a quarter of the run.
 */
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1, isMobile: true, hasTouch: true };

export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'start', testMatch: 'start/*.spec.ts', teardown: 'rest' },
    // One at a time in worlds of their own, which they disturb. They wait more than they work: the others run beside them.
    // In one project there is one such world at a time; each costs a fifth of a processor while it runs.
    {
      name: 'exclusive',
      testMatch: '{exclusive,late}/*.spec.ts',
      workers: 1,
      dependencies: ['start'],
      use: { reducedMotion: 'reduce' },
    },
    // Pages that wait move all the time, which costs a sixth of a processor each; journeys about what moves say so.
    {
      name: 'purchases',
      testMatch: '{journeys,specification}/*.spec.ts',
      workers: 2,
      dependencies: ['start'],
      use: { reducedMotion: 'reduce' },
    },
    // Their operators wait for one another and for chains, so these run beside the others.
    {
      name: 'console',
      testMatch: 'console/*.spec.ts',
      workers: 2,
      dependencies: ['start'],
      use: { reducedMotion: 'reduce' },
    },
    // Many and short: they come last, so that both workers end together.
    { name: 'screens', testMatch: '{places,screens}/*.spec.ts', workers: 2, dependencies: ['start'] },
    // Checks the shared world after all others; a teardown runs even if some of them failed.
    { name: 'rest', testMatch: 'rest/*.spec.ts' },
  ],
  outputDir: '../test-results/journeys',
  globalSetup: './globalSetup.ts',
  workers: 4,
  timeout: 2 * testTimeoutMs,
  expect: { timeout: patienceMs, toPass: { timeout: testTimeoutMs } },
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
        // Pages are short-lived, and drawn without graphics hardware: a process for drawing and compiled code for hot loops
        // cost a seventh of the processors' time and gain nothing.
        '--in-process-gpu',
        '--js-flags=--no-opt,--no-maglev,--no-sparkplug',
      ],
    },
  },
});
