import { defineConfig, devices } from '@playwright/test';
import { PACE_VARIABLE, patienceMs, readPace, testTimeoutMs } from '../tools/patience/patience.ts';

/**
 * Most buyers use a phone; a journey for another screen sets its own viewport. The pixel ratio is 1: drawing nine pixels
 * instead of one tests nothing more, and costs a quarter of the run without graphics hardware.
 */
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1, isMobile: true, hasTouch: true };

/**
 * The tests of a project run one at a time on a slow machine: its processors are the limit, so two at once gain no time. They
 * only make each page slower, until the product's time limits stop its calls.
 */
const PACE = readPace(process.env[PACE_VARIABLE]);
const PARALLEL_TESTS = PACE < 1.5 ? 2 : 1;

export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'start', testMatch: 'start/*.spec.ts', teardown: 'rest' },
    // These tests change their worlds, so each has a separate one. They mostly wait, so the other projects run at the same
    // time. They run one at a time because each running world costs a fifth of a processor.
    {
      name: 'exclusive',
      testMatch: '{exclusive,late}/*.spec.ts',
      workers: 1,
      dependencies: ['start'],
      use: { reducedMotion: 'reduce' },
    },
    // A page that waits animates all the time, which costs a sixth of a processor. Journeys about animations enable them.
    {
      name: 'purchases',
      testMatch: '{journeys,journeys/partners,specification}/*.spec.ts',
      workers: PARALLEL_TESTS,
      dependencies: ['start'],
      use: { reducedMotion: 'reduce' },
    },
    // These tests mostly wait for a second person's browser and for chains, so they run at the same time as the others.
    {
      name: 'console',
      testMatch: 'console/*.spec.ts',
      workers: PARALLEL_TESTS,
      dependencies: ['start'],
      use: { reducedMotion: 'reduce' },
    },
    // Many short tests: they come last, so that both workers finish together.
    { name: 'screens', testMatch: '{places,screens}/*.spec.ts', workers: PARALLEL_TESTS, dependencies: ['start'] },
    // Checks the shared world after all others; a teardown runs even if some of them failed. One at a time: the test of the
    // figures buys and pays out, which changes the books that another test compares.
    { name: 'rest', testMatch: 'rest/*.spec.ts', workers: 1 },
  ],
  outputDir: '../test-results/journeys',
  globalSetup: './globalSetup.ts',
  workers: 2 * PARALLEL_TESTS,
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
    // The journeys' routes do not see a service worker's requests; offline.spec.ts tests the worker.
    serviceWorkers: 'block',
    // Tracing every step takes a quarter of the time. To trace a failing journey: TRACE=1 npm test -- NAME.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    // The same limit as for an expectation: an action whose element never appears then fails with a picture of the page.
    actionTimeout: patienceMs,
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
        // Pages are short-lived and drawn without graphics hardware: a separate GPU process and optimizing compilers cost a
        // seventh of the CPU time and gain nothing.
        '--in-process-gpu',
        '--js-flags=--no-opt,--no-maglev,--no-sparkplug',
      ],
    },
  },
});
