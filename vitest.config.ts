import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { patienceMs, testTimeoutMs } from './tools/patience/patience.ts';
import { groupTests } from './tools/vitest/groupTests.ts';
import { LongestFirst } from './tools/vitest/longestFirst.ts';

const embedded = (file: string) => fileURLToPath(new URL(`embed/${file}`, import.meta.url));

const tests = {
  include: ['{contract,money,server,sandbox,look,web,console,embed,tools,e2e}/**/*.test.{ts,tsx}'],
  exclude: ['**/node_modules/**', '{web,console,console/partnerPages,embed/*}/dist/**'],
};
const { ownProcess, ownModules } = groupTests(fileURLToPath(new URL('.', import.meta.url)), tests);

export default defineConfig({
  resolve: {
    // Loads the packages of embed/ from their sources instead of their builds.
    alias: [
      { find: /^@slipway\/loader$/, replacement: embedded('loader/loader.ts') },
      { find: /^@slipway\/react$/, replacement: embedded('react/react.ts') },
      { find: /^@slipway\/node$/, replacement: embedded('node/node.ts') },
    ],
  },
  test: {
    globalSetup: ['tools/vitest/globalSetup.ts'],
    pool: 'forks',
    // One more than the cores of the smallest machine, because tests mostly wait for processes that start and chains that mine.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Long limits, so that only a test that hangs fails, not a slow one. tools/patience sets all limits of waiting.
    testTimeout: testTimeoutMs,
    hookTimeout: testTimeoutMs,
    teardownTimeout: testTimeoutMs,
    expect: { poll: { timeout: patienceMs, interval: 20 } },
    projects: [
      // One process runs many files: evaluating the product's modules for each file would take a third of the run.
      {
        extends: true,
        test: {
          name: 'shared',
          isolate: false,
          include: tests.include,
          exclude: [...tests.exclude, ...ownProcess, ...ownModules],
        },
      },
      {
        extends: true,
        test: {
          // They share processes, but restoreProcess.ts resets the modules before each file.
          name: 'own modules',
          isolate: false,
          include: ownModules,
          setupFiles: ['tools/vitest/restoreProcess.ts'],
        },
      },
      { extends: true, test: { name: 'own process', include: ownProcess } },
    ],
  },
});
