import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { oldBrowserPlugin } from '@slipway/look/tools/oldBrowser.ts';
import { build, type InlineConfig, type Plugin } from 'vite';
import { compileTextsPlugin, pluginTextKeys } from './compileTexts.ts';
import { oldBrowserTexts } from './oldBrowserTexts.ts';

const WEB_FOLDER = fileURLToPath(new URL('../', import.meta.url));

const SCRIPTS = 'assets/plugin';

/** "use client" is for frameworks that render on a server. */
const CLIENT_MARK = 'MODULE_LEVEL_DIRECTIVE';

/** React's names stand for Preact here: the same components at a fifth of the weight. */
const preactForReact = {
  'react/jsx-runtime': fileURLToPath(import.meta.resolve('preact/jsx-runtime')),
  'react-dom/client': fileURLToPath(import.meta.resolve('preact/compat/client')),
  'react-dom': fileURLToPath(import.meta.resolve('preact/compat')),
  react: fileURLToPath(import.meta.resolve('preact/compat')),
};

/** /plugin is a page with a bundle of its own, built after the app's into the same folder. */
export function pluginPagePlugin(): Plugin {
  return {
    name: 'slipway-plugin-page',
    apply: 'build',
    async writeBundle({ dir }) {
      await build(pluginBuild(dir));
    },
  };
}

/** Tells the server which texts the page shows: those in other languages are fetched from it. */
function textKeysPlugin(): Plugin {
  return {
    name: 'slipway-plugin-text-keys',
    generateBundle() {
      const keys = pluginTextKeys(join(WEB_FOLDER, 'i18n/en-US.json'));
      this.emitFile({ type: 'asset', fileName: 'plugin/textKeys.json', source: JSON.stringify(keys) });
    },
  };
}

function pluginBuild(outDir: string | undefined): InlineConfig {
  return {
    configFile: false,
    root: WEB_FOLDER,
    publicDir: false,
    plugins: [compileTextsPlugin(), textKeysPlugin(), oldBrowserPlugin(oldBrowserTexts())],
    resolve: { alias: preactForReact },
    build: {
      ...(outDir === undefined ? {} : { outDir }),
      emptyOutDir: false,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: join(WEB_FOLDER, 'plugin/index.html'),
        // Apart from the app's: all that is here is weighed together.
        output: { entryFileNames: `${SCRIPTS}/[name]-[hash].js`, chunkFileNames: `${SCRIPTS}/[name]-[hash].js` },
        onLog: (level, log, handle) => log.code === CLIENT_MARK || handle(level, log),
      },
    },
  };
}
