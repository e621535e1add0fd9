import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import type { Precache } from '../worker/precache.ts';

const WEB_FOLDER = fileURLToPath(new URL('../', import.meta.url));
/** Not a page of the app: the server sends the bare document there, with the list of offered languages. */
const SHELL = '/shell.html';
const DOCUMENT = 'index.html';

/** Used by very few visits: the recorder, which the operator must enable. */
const NOT_PRECACHED = /\/web\/features\/replay\//;

/**
 * Builds `sw.js` next to the app with the list of files that a purchase needs: all scripts, styles and fonts reachable
 * from the app's entry. Pictures are not hashed, and the plugin page is a separate build.
 */
export function serviceWorkerPlugin(): Plugin {
  return {
    name: 'slipway-service-worker',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      await build(createWorkerConfig(dir, buildPrecache(bundle)));
    },
  };
}

function readDocument(bundle: Rolldown.OutputBundle): string {
  const document = bundle[DOCUMENT];
  if (document?.type !== 'asset') throw new Error(`the build has no ${DOCUMENT}`);
  return String(document.source);
}

/**
 * Returns the files to precache and a version, which depends on the files' names with their content hashes and on the shell.
 */
export function buildPrecache(bundle: Rolldown.OutputBundle): Precache {
  const assets = [...collectFiles(bundle)].toSorted().map((file) => `/${file}`);
  const version = createHash('sha256')
    .update(readDocument(bundle))
    .update(assets.join('\n'))
    .digest('hex')
    .slice(0, 12);
  return { version, shell: SHELL, assets };
}

/** Returns the document's scripts and everything they import, with their styles and fonts. */
function collectFiles(bundle: Rolldown.OutputBundle): ReadonlySet<string> {
  const files = new Set<string>();
  const queue = [...readDocument(bundle).matchAll(/<script[^>]* src="\/([^"]+)"/g)].map(([, name]) => name);
  if (queue.length === 0) throw new Error(`${DOCUMENT} has no script`);
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const file = bundle[name];
    if (file?.type !== 'chunk' || files.has(name) || NOT_PRECACHED.test(file.facadeModuleId ?? '')) continue;
    files.add(name);
    for (const style of file.viteMetadata?.importedCss ?? []) files.add(style);
    for (const asset of file.viteMetadata?.importedAssets ?? []) if (asset.endsWith('.woff2')) files.add(asset);
    queue.push(...file.imports, ...file.dynamicImports);
  }
  return files;
}

function createWorkerConfig(outDir: string | undefined, precache: Precache): InlineConfig {
  return {
    configFile: false,
    root: WEB_FOLDER,
    publicDir: false,
    logLevel: 'warn',
    define: { PRECACHE: JSON.stringify(precache) },
    build: {
      ...(outDir === undefined ? {} : { outDir }),
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: join(WEB_FOLDER, 'worker/serviceWorker.ts'),
        // A classic script: not all browsers support module service workers.
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  };
}
