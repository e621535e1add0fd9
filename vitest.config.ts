import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,money,server,sandbox,web,tools,e2e}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'web/dist/**'],
    globalSetup: ['tools/vitest/globalSetup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
