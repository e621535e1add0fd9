import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

const { projects: _, sequence: __, ...test } = base.test ?? {};

/** `npm run bench -- growth` and `-- standby`: the product's reads in a database that has grown, and what grows with its use; writes sections of BENCHMARKS.md. */
export default defineConfig({ test: { ...test, include: ['server/**/*.bench.testing.ts'], fileParallelism: false } });
