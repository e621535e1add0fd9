import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseCodeBlocks } from '../../tools/integrate/codeBlocks.testing.ts';
import { createTemporaryFolder, packPackages } from './freshApp.ts';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const APP = fileURLToPath(new URL('apps/installed/', import.meta.url));
const run = promisify(execFile);

let folder = '';

/** Returns the `file:` dependency of an installed package, so that npm installs it without the registry. */
function projectPackage(name: string, from: string): string {
  const manifest = createRequire(join(PROJECT, from, 'package.json')).resolve(`${name}/package.json`);
  return `file:${dirname(manifest)}`;
}

/** Writes every TypeScript code block of docs/integrate, each page into a separate folder. */
async function writeDocumentedModules(target: string): Promise<void> {
  const pages = globSync('*.md', { cwd: join(PROJECT, 'docs/integrate') }).map((page) => page.slice(0, -3));
  for (const page of pages) {
    const blocks = parseCodeBlocks(page).filter(({ language }) => ['ts', 'tsx', 'vue'].includes(language));
    await mkdir(join(target, page), { recursive: true });
    for (const [index, { language, code }] of blocks.entries()) {
      // The webhook handlers import this name.
      const name = code.includes('function processEvent') ? 'processEvent' : `module${index}`;
      const [, script = code] = /<script setup lang="ts">([^]+)<\/script>/.exec(code) ?? [];
      await writeFile(join(target, page, `${name}.${language === 'tsx' ? 'tsx' : 'ts'}`), script);
    }
  }
  await writeFile(join(target, 'package.json'), JSON.stringify({ type: 'module' }));
  // Resolve imports without an extension, as Vite and Next.js do.
  const compilerOptions = { module: 'esnext', moduleResolution: 'bundler', skipLibCheck: true };
  const options = { extends: '../tsconfig.json', compilerOptions, include: ['*/*'] };
  await writeFile(join(target, 'tsconfig.json'), JSON.stringify(options));
}

beforeAll(async () => {
  folder = await createTemporaryFolder();
  // Start without builds, as in a fresh clone.
  for (const name of ['loader', 'react', 'node'])
    await rm(join(PROJECT, 'embed', name, 'dist'), { recursive: true, force: true });
  const tarballs = await packPackages(folder);
  await cp(APP, folder, { recursive: true });
  await writeDocumentedModules(join(folder, 'docs'));
  const dependencies = {
    ...tarballs,
    react: projectPackage('react', 'embed/react'),
    zod: projectPackage('zod', 'contract'),
    '@types/express': projectPackage('@types/express', 'e2e'),
    express: projectPackage('express', 'e2e'),
    fastify: projectPackage('fastify', 'e2e'),
    vue: projectPackage('vue', 'e2e'),
    '@types/node': projectPackage('@types/node', '.'),
    '@types/react': projectPackage('@types/react', 'embed/react'),
  };
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, dependencies, overrides: dependencies }),
  );
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund'], { cwd: folder });
});
afterAll(() => rm(folder, { recursive: true }));

const ALL_FUNCTIONS = `${Array.from({ length: 6 }, () => 'function').join()}\n`;

/** The oldest and the newest TypeScript versions of the project. */
const compilers = [
  ['5.9', 'e2e'],
  ['7.0', '.'],
] as const;

/** Returns the compiler's errors. */
async function compile(project: string, compilerPackage: string): Promise<string> {
  const compiler = createRequire(join(PROJECT, compilerPackage, 'package.json')).resolve('typescript/package.json');
  const compiled = run(process.execPath, [join(dirname(compiler), 'bin/tsc'), '-p', project]);
  return (await compiled.catch(({ stdout }: { readonly stdout: string }) => ({ stdout }))).stdout;
}

describe('the packages, installed from `npm run pack` in a clean clone', () => {
  test.each(compilers)('compile in strict mode with TypeScript %s, and load', async (_version, from) => {
    expect(await compile(folder, from)).toBe('');
    for (const [flag, file] of [
      ['--experimental-require-module', 'esmModule.mjs'],
      ['--no-experimental-require-module', 'commonJsModule.cjs'],
    ] as const)
      expect((await run(process.execPath, [flag, join(folder, file)])).stdout, file).toBe(ALL_FUNCTIONS);
  });

  test('compile all TypeScript of the documentation in strict mode', async () => {
    expect(await readdir(join(folder, 'docs/webhooks'))).toContain('processEvent.ts');
    expect(await compile(join(folder, 'docs'), '.')).toBe('');
  });

  test.each([
    ['loader', []],
    ['react', ['@slipway/loader', 'react', 'react/jsx-runtime']],
    ['node', ['node:crypto', 'node:timers/promises']],
  ])('import only the expected modules at run time: %s', async (name, imported) => {
    const source = await readFile(join(folder, 'node_modules/@slipway', name, 'dist', `${name}.js`), 'utf8');
    const specifiers = [...source.matchAll(/(?:from|import) ['"]([^'"]+)['"]/g)].map(([, specifier = '']) => specifier);
    expect(specifiers.toSorted()).toEqual(imported);
  });

  test.each(['react.js', 'cjs/react.js'])('mark the component as client code: %s', async (file) => {
    const source = await readFile(join(folder, 'node_modules/@slipway/react/dist', file), 'utf8');
    expect(source).toMatch(/^(['"])use client\1;/);
  });
});
