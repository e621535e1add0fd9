import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const embedded = (file: string) => fileURLToPath(new URL(`embed/${file}`, import.meta.url));

export default defineConfig({
  resolve: {
    // Our own packages from their sources, not from what was built of them.
    alias: [
      { find: /^@slipway\/loader$/, replacement: embedded('loader/loader.ts') },
      { find: /^@slipway\/react$/, replacement: embedded('react/react.ts') },
      { find: /^@slipway\/node$/, replacement: embedded('node/node.ts') },
    ],
  },
  test: {
    include: ['{contract,money,server,sandbox,web,embed,tools,e2e}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '{web,embed/*}/dist/**'],
    globalSetup: ['tools/vitest/globalSetup.ts'],
    pool: 'forks',
    // One more than the smallest machine has cores: worlds that start and chains that mine are mostly waited for.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
