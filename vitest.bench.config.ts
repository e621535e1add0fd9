import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

const { projects: _, sequence: __, ...test } = base.test ?? {};

/**
 * `npm run bench -- growth` and `-- standby` run these files one after the other. They measure reads in a large database, what
 * grows with use, and the throughput with a standby, and write sections of BENCHMARKS.md.
 */
export default defineConfig({ test: { ...test, include: ['server/**/*.bench.testing.ts'], fileParallelism: false } });
