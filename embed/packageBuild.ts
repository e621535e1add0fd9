import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InlineConfig, Plugin } from 'vite';

const PROJECT_FOLDER = fileURLToPath(new URL('../', import.meta.url));
const TSC = join(PROJECT_FOLDER, 'node_modules/typescript/bin/tsc');

/**
 * Returns a configuration that builds a package of this folder into its `dist`: an ES module, a CommonJS module under `cjs`,
 * and the types of both. Bundles the used parts of the contract, so that the package depends on nothing of the project;
 * `external` stays an import.
 */
export function createPackageBuild(folder: string, main: string, external: readonly (string | RegExp)[]): InlineConfig {
  return {
    root: folder,
    configFile: false,
    logLevel: 'warn',
    plugins: [declarationsPlugin(folder)],
    // Development builds use the production JSX runtime too.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      target: 'es2022',
      minify: false,
      lib: {
        entry: main,
        formats: ['es', 'cjs'],
        fileName: (format) => `${format === 'cjs' ? 'cjs/' : ''}${main.replace(/\.tsx?$/, '.js')}`,
      },
      rolldownOptions: {
        external: [...external],
        // The warning is wrong for entries: Rolldown keeps their `"use client"` and drops only that of other modules.
        checks: { moduleLevelDirective: false },
      },
    },
  };
}

/**
 * Adds the license and the types to `dist`. `dist/types` contains the types of the package and of the contract's files that
 * it uses, each at its path in the project.
 */
function declarationsPlugin(folder: string): Plugin {
  return {
    name: 'slipway-declarations',
    apply: 'build',
    closeBundle() {
      copyFileSync(join(PROJECT_FOLDER, 'LICENSE'), join(folder, 'dist/LICENSE'));
      // TypeScript 7.0.2 emits an incomplete set of declaration files when it runs with several threads.
      const compile = [TSC, '--singleThreaded', '-p', join(folder, 'tsconfig.build.json')];
      const { status, stdout } = spawnSync(process.execPath, compile, { encoding: 'utf8' });
      if (status !== 0) throw new Error(`the types were not written: ${stdout}`);
      const types = join(folder, 'dist/types');
      for (const file of globSync('**/*.d.ts', { cwd: types })) replaceContractNames(join(types, file), types);
      addCommonJsTypes(join(folder, 'dist'));
    },
  };
}

/**
 * Copies the types for CommonJS. A file's module format is that of the nearest package.json, so the same declarations serve
 * both.
 */
function addCommonJsTypes(dist: string): void {
  writeFileSync(join(dist, 'cjs/package.json'), `${JSON.stringify({ type: 'commonjs' })}\n`);
  cpSync(join(dist, 'types'), join(dist, 'cjs/types'), { recursive: true });
}

const CONTRACT_IMPORT = /'@slipway\/contract\/([^']+)'/g;

/**
 * Replaces imports of `@slipway/contract` by relative paths: the contract is not published, so its declarations are included.
 */
function replaceContractNames(file: string, types: string): void {
  const buildRelativePath = (modulePath: string) =>
    relative(dirname(file), join(types, 'contract', modulePath)).replaceAll(sep, '/');
  const source = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    source.replaceAll(CONTRACT_IMPORT, (_, modulePath: string) => `'${buildRelativePath(modulePath)}'`),
  );
}
