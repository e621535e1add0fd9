import { defineConfig } from 'vitest/config';
import base from '../../../vitest.config.ts';

const { projects: _, sequence: __, maxWorkers: ___, ...test } = base.test ?? {};

/** Runs one test file: without the projects, for which all files are read. */
export default defineConfig({
  ...base,
  root: new URL('../../../', import.meta.url).pathname,
  test: { ...test, include: ['**/*.test.{ts,tsx}'], maxWorkers: 1 },
});
