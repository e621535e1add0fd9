import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import type { Precache } from '../worker/precache.ts';

const WEB_FOLDER = fileURLToPath(new URL('../', import.meta.url));
/** No page of the app: there the server sends the bare document, which names the languages that it offers. */
const SHELL = '/shell.html';
const DOCUMENT = 'index.html';

/** Fetched for very few visits: the recorder, which the operator has to switch on. */
const NOT_KEPT = /\/web\/features\/replay\//;

/**
 * Builds `sw.js` beside the app, with the list of what a purchase needs: every script, style and font that the app's own
 * entry leads to. Pictures are not hashed, and the plugin's page is another build.
 */
export function serviceWorkerPlugin(): Plugin {
  return {
    name: 'slipway-service-worker',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      await build(workerBuild(dir, precacheOf(bundle)));
    },
  };
}

function documentIn(bundle: Rolldown.OutputBundle): string {
  const document = bundle[DOCUMENT];
  if (document?.type !== 'asset') throw new Error(`the build has no ${DOCUMENT}`);
  return String(document.source);
}

/** The version changes with the list, whose names carry the content, and with the shell. */
export function precacheOf(bundle: Rolldown.OutputBundle): Precache {
  const assets = [...filesOf(bundle)].toSorted().map((file) => `/${file}`);
  const version = createHash('sha256').update(documentIn(bundle)).update(assets.join('\n')).digest('hex').slice(0, 12);
  return { version, shell: SHELL, assets };
}

/** The document's scripts and all that they lead to, with the styles and fonts of each. */
function filesOf(bundle: Rolldown.OutputBundle): ReadonlySet<string> {
  const files = new Set<string>();
  const waiting = [...documentIn(bundle).matchAll(/<script[^>]* src="\/([^"]+)"/g)].map(([, name]) => name);
  if (waiting.length === 0) throw new Error(`${DOCUMENT} has no script`);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const file = bundle[name];
    if (file?.type !== 'chunk' || files.has(name) || NOT_KEPT.test(file.facadeModuleId ?? '')) continue;
    files.add(name);
    for (const style of file.viteMetadata?.importedCss ?? []) files.add(style);
    for (const asset of file.viteMetadata?.importedAssets ?? []) if (asset.endsWith('.woff2')) files.add(asset);
    waiting.push(...file.imports, ...file.dynamicImports);
  }
  return files;
}

function workerBuild(outDir: string | undefined, precache: Precache): InlineConfig {
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
        // A classic script: not every browser runs a worker of this kind as a module.
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  };
}
