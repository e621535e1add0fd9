import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Our own packages of `embed/` from their sources, as everything else. */
const alias = { '@slipway/loader': fileURLToPath(new URL('embed/loader/loader.ts', import.meta.url)) };

export default defineConfig({
  resolve: { alias },
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
