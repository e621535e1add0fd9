import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Plugin } from 'vite';

const EMBED_FOLDER = fileURLToPath(new URL('../../embed/', import.meta.url));

/** Folder of this version of the script. Partners pin its hash: a released version never changes; a change is a new version. */
const VERSION_FOLDER = 'embed/v1';

/** Builds the script that partners embed, and its hash, next to the app. */
export function loaderScriptPlugin(): Plugin {
  return {
    name: 'slipway-loader-script',
    apply: 'build',
    async writeBundle({ dir }) {
      if (dir === undefined) throw new Error('the build has no folder');
      await writeLoaderScript(dir);
    },
  };
}

/** Builds the script and its hash into a folder. Returns the script's integrity value for a script tag. */
export async function writeLoaderScript(outDir: string): Promise<string> {
  await build(createScriptConfig(outDir));
  const folder = join(outDir, VERSION_FOLDER);
  const integrity = computeIntegrity(await readFile(join(folder, 'loader.js')));
  const list = { [`/${VERSION_FOLDER}/loader.js`]: integrity };
  await writeFile(join(folder, 'integrity.json'), `${JSON.stringify(list, null, 2)}\n`);
  return integrity;
}

function computeIntegrity(bytes: Uint8Array): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}

function createScriptConfig(outDir: string): InlineConfig {
  return {
    configFile: false,
    root: EMBED_FOLDER,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: false,
      // Partner sites have their own visitors: supports browsers from 2022 on.
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: join(EMBED_FOLDER, 'loader/script.ts'),
        // A classic script knows its own URL and is available to the next script tag.
        output: { format: 'iife', entryFileNames: `${VERSION_FOLDER}/loader.js` },
      },
    },
  };
}
