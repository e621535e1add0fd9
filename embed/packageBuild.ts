import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InlineConfig, Plugin } from 'vite';

const PROJECT_FOLDER = fileURLToPath(new URL('../', import.meta.url));
const TSC = join(PROJECT_FOLDER, 'node_modules/typescript/bin/tsc');

/**
 * Builds a package of this folder into its `dist`: one module, and its types. What it takes of the contract becomes part of
 * both, so that whoever installs it needs nothing of the project; `external` stays an import.
 */
export function packageBuild(folder: string, main: string, external: readonly (string | RegExp)[]): InlineConfig {
  return {
    root: folder,
    configFile: false,
    logLevel: 'warn',
    plugins: [declarationsPlugin(folder)],
    // As published, whatever it is built under.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      target: 'es2022',
      minify: false,
      lib: { entry: main, formats: ['es'], fileName: () => main.replace(/\.tsx?$/, '.js') },
      rolldownOptions: { external: [...external] },
    },
  };
}

/** The license, and types under `dist/types`: of the package and of the files of the contract that it uses, each where it lies in the project. */
function declarationsPlugin(folder: string): Plugin {
  return {
    name: 'slipway-declarations',
    apply: 'build',
    closeBundle() {
      copyFileSync(join(PROJECT_FOLDER, 'LICENSE'), join(folder, 'dist/LICENSE'));
      // With several threads TypeScript 7.0.2 writes 27, 28 or 30 of 30 files, as it pleases: what is found by a package's
      // name and by its path is now the one, now the other.
      const compile = [TSC, '--singleThreaded', '-p', join(folder, 'tsconfig.build.json')];
      const { status, stdout } = spawnSync(process.execPath, compile, { encoding: 'utf8' });
      if (status !== 0) throw new Error(`the types were not written: ${stdout}`);
      const types = join(folder, 'dist/types');
      for (const file of globSync('**/*.d.ts', { cwd: types })) nameContractByPath(join(types, file), types);
    },
  };
}

const OF_CONTRACT = /'@slipway\/contract\/([^']+)'/g;

/** Whoever installs the package has no contract: what it needs of one lies beside it. */
function nameContractByPath(file: string, types: string): void {
  const pathTo = (found: string) => relative(dirname(file), join(types, 'contract', found)).replaceAll(sep, '/');
  const source = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    source.replaceAll(OF_CONTRACT, (_, found: string) => `'${pathTo(found)}'`),
  );
}
