import { defineConfig } from 'vitest/config';

/** Our own packages of `embed/` from their sources, as everything else. */
const conditions = ['slipway-source', 'module', 'node', 'development|production'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['{contract,money,server,sandbox,web,embed,tools,e2e}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '{web,embed/*}/dist/**'],
    globalSetup: ['tools/vitest/globalSetup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
