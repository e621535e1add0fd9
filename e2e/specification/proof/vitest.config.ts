import { defineConfig } from 'vitest/config';
import base from '../../../vitest.config.ts';

const { projects: _, sequence: __, maxWorkers: ___, ...test } = base.test ?? {};

/** Configuration to run one test file. It has no projects, since Vitest would read all test files for them. */
export default defineConfig({
  ...base,
  root: new URL('../../../', import.meta.url).pathname,
  test: { ...test, include: ['**/*.test.{ts,tsx}'], maxWorkers: 1 },
});
