import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { contractCode, contractNames } from './contractCode.ts';

const compiler = fileURLToPath(new URL('compileContract.ts', import.meta.url));

test.each(contractNames)('the code of %s equals its compiled source', async (name) => {
  const { stdout } = await promisify(execFile)(process.execPath, [compiler, name]);
  expect(stdout).toMatch(/^0x(?:[0-9a-f]{2})+$/);
  expect(contractCode(name)).toBe(stdout);
});
