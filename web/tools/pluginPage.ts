import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { oldBrowserPlugin } from '@slipway/look/tools/oldBrowser.ts';
import { build, type InlineConfig, type Plugin } from 'vite';
import { compileTextsPlugin, listPluginTextKeys } from './compileTexts.ts';
import { readOldBrowserTexts } from './readOldBrowserTexts.ts';

const WEB_FOLDER = fileURLToPath(new URL('../', import.meta.url));

const SCRIPTS = 'assets/plugin';

/** "use client" is for frameworks with server rendering. */
const USE_CLIENT_WARNING = 'MODULE_LEVEL_DIRECTIVE';

/** Replaces React by Preact: the same components at a fifth of the size. */
const preactForReact = {
  'react/jsx-runtime': fileURLToPath(import.meta.resolve('preact/jsx-runtime')),
  'react-dom/client': fileURLToPath(import.meta.resolve('preact/compat/client')),
  'react-dom': fileURLToPath(import.meta.resolve('preact/compat')),
  react: fileURLToPath(import.meta.resolve('preact/compat')),
};

/** Builds /plugin, a page with a separate bundle, into the app's folder after the app. */
export function pluginPagePlugin(): Plugin {
  return {
    name: 'slipway-plugin-page',
    apply: 'build',
    async writeBundle({ dir }) {
      await build(createPluginConfig(dir));
    },
  };
}

/** Writes which texts the page uses, because the server sends them in other languages. */
function textKeysPlugin(): Plugin {
  return {
    name: 'slipway-plugin-text-keys',
    generateBundle() {
      const keys = listPluginTextKeys(join(WEB_FOLDER, 'i18n/en-US.json'));
      this.emitFile({ type: 'asset', fileName: 'plugin/textKeys.json', source: JSON.stringify(keys) });
    },
  };
}

function createPluginConfig(outDir: string | undefined): InlineConfig {
  return {
    configFile: false,
    root: WEB_FOLDER,
    publicDir: false,
    plugins: [compileTextsPlugin(), textKeysPlugin(), oldBrowserPlugin(readOldBrowserTexts())],
    resolve: { alias: preactForReact },
    build: {
      ...(outDir === undefined ? {} : { outDir }),
      emptyOutDir: false,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: join(WEB_FOLDER, 'plugin/index.html'),
        // In a separate folder, because the size of the app's files is checked as a sum.
        output: { entryFileNames: `${SCRIPTS}/[name]-[hash].js`, chunkFileNames: `${SCRIPTS}/[name]-[hash].js` },
        onLog: (level, log, handle) => log.code === USE_CLIENT_WARNING || handle(level, log),
      },
    },
  };
}
