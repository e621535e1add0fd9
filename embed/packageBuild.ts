import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
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
    plugins: [declarationsPlugin(folder, main)],
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

/** Of the package and of the files of the contract that it uses, each where it lies in the project, under `dist/types`. */
function declarationsPlugin(folder: string, main: string): Plugin {
  return {
    name: 'slipway-declarations',
    apply: 'build',
    closeBundle() {
      const types = join(folder, 'dist/types');
      const options = [
        '--noEmit',
        'false',
        '--declaration',
        '--emitDeclarationOnly',
        '--noCheck',
        '--rootDir',
        PROJECT_FOLDER,
      ];
      const settings = join(folder, 'tsconfig.build.json');
      const { status, stdout } = spawnSync(process.execPath, [TSC, '-p', settings, ...options, '--outDir', types], {
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`the types of ${main} were not written: ${stdout}`);
      for (const file of globSync('**/*.d.ts', { cwd: types })) {
        const path = join(types, file);
        writeFileSync(
          path,
          readFileSync(path, 'utf8').replaceAll(
            /'@slipway\/contract\/([^']+)'/g,
            (_, found: string) => `'${nameFrom(path, join(types, 'contract', found))}'`,
          ),
        );
      }
    },
  };
}

function nameFrom(file: string, target: string): string {
  return relative(dirname(file), target).replaceAll(sep, '/');
}
