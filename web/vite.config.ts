import { compressedFilesPlugin } from '@slipway/look/tools/compressedFiles.ts';
import { oldBrowserPlugin } from '@slipway/look/tools/oldBrowser.ts';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { brandImagesPlugin } from './tools/brandImages.ts';
import { compileTextsPlugin } from './tools/compileTexts.ts';
import { firstBundle } from './tools/firstBundle.ts';
import { firstDocumentsPlugin } from './tools/firstDocuments.ts';
import { loaderScriptPlugin } from './tools/loaderScript.ts';
import { oldBrowserTexts } from './tools/oldBrowserTexts.ts';
import { pluginPagePlugin } from './tools/pluginPage.ts';
import { recorderStylesPlugin } from './tools/recorderStyles.ts';
import { serviceWorkerPlugin } from './tools/serviceWorker.ts';
import { termsPagePlugin } from './tools/termsPage.ts';

const first = firstBundle();

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react({ jsxImportSource: '@slipway/look/jsx' }),
    compileTextsPlugin(),
    oldBrowserPlugin(oldBrowserTexts()),
    brandImagesPlugin(),
    first.plugin,
    firstDocumentsPlugin(),
    pluginPagePlugin(),
    loaderScriptPlugin(),
    termsPagePlugin(),
    recorderStylesPlugin(),
    serviceWorkerPlugin(),
    compressedFilesPlugin(),
  ],
  resolve: {
    // React has had it since 18: the stand-in for older ones would only be weight.
    alias: { 'use-sync-external-store/shim/index.js': 'react' },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Everything is a file of our own origin: the content-security policy allows no data: fonts and no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'ahead', test: first.asksAhead, priority: 1 },
            { name: 'first', test: first.contains },
            // Each name of a chunk is a burden of the first bundle: what is small and goes together is one.
            { name: 'partner', test: /\/web\/features\/(?:partner|provider)\// },
            { name: 'order', test: /\/web\/features\/order\// },
            { name: 'connection', test: /\/web\/api\/(?:isConnected|waitForConnection|reachServer)\.ts$/ },
            { name: 'renewal', test: /\/web\/features\/renewal\// },
          ],
        },
      },
    },
  },
});
