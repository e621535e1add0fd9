import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { generateSource } from 'oazapfts';
import openapiTS, { astToString } from 'openapi-typescript';
import { expect, test } from 'vitest';
import { generatePartnerDocument } from '../../server/openapi/generateOpenApiDocument.ts';

const USES = fileURLToPath(new URL('partner/', import.meta.url));
const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const TSC = join(PROJECT, 'node_modules/typescript/bin/tsc');

const COMPILER_OPTIONS = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  module: 'nodenext',
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  types: [],
  skipLibCheck: true,
};

const generators = {
  async openapiTypescript(document: string): Promise<string> {
    return astToString(await openapiTS(document));
  },
  async oazapfts(document: string, folder: string): Promise<string> {
    const file = join(folder, 'openapi-partner.json');
    await writeFile(file, document);
    return generateSource(file);
  },
};

test.each([
  ['openapiTypescript', 'byOpenapiTypescript.ts'],
  ['oazapfts', 'byOazapfts.ts'],
] as const)('a client that %s generates compiles in strict mode, and so does its use', async (name, use) => {
  // Inside the project, so that the clients' imports resolve.
  const parent = join(PROJECT, 'node_modules/.cache');
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, 'client-'));
  try {
    const source = await generators[name](JSON.stringify(generatePartnerDocument('9.9.9')), folder);
    await writeFile(join(folder, `${name}.gen.ts`), source);
    await copyFile(join(USES, use), join(folder, use));
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files: [`${name}.gen.ts`, use] }),
    );
    const compiled = promisify(execFile)(process.execPath, [TSC, '-p', folder]).catch(
      ({ stdout }: { readonly stdout: string }) => ({ stdout }),
    );
    expect((await compiled).stdout).toBe('');
  } finally {
    await rm(folder, { recursive: true });
  }
});
