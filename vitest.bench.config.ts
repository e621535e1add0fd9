import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** `npm run bench`: the product's reads in a database that has grown; BENCHMARKS.md is what it wrote. */
export default defineConfig({ test: { ...base.test, include: ['server/**/*.bench.testing.ts'] } });
