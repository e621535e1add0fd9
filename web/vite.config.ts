import { compressedFilesPlugin } from '@slipway/look/tools/compressedFiles.ts';
import { oldBrowserPlugin } from '@slipway/look/tools/oldBrowser.ts';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { brandImagesPlugin } from './tools/brandImages.ts';
import { compileTextsPlugin } from './tools/compileTexts.ts';
import { createFirstBundle } from './tools/firstBundle.ts';
import { firstDocumentsPlugin } from './tools/firstDocuments.ts';
import { loaderScriptPlugin } from './tools/loaderScript.ts';
import { pluginPagePlugin } from './tools/pluginPage.ts';
import { readOldBrowserTexts } from './tools/readOldBrowserTexts.ts';
import { recorderStylesPlugin } from './tools/recorderStyles.ts';
import { serviceWorkerPlugin } from './tools/serviceWorker.ts';
import { termsPagePlugin } from './tools/termsPage.ts';

const first = createFirstBundle();

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react({ jsxImportSource: '@slipway/look/jsx' }),
    compileTextsPlugin(),
    oldBrowserPlugin(readOldBrowserTexts()),
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
    // React provides this since version 18; the shim for older versions would only add size.
    alias: { 'use-sync-external-store/shim/index.js': 'react' },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // All assets are files of our own origin: the Content-Security-Policy allows neither data: fonts nor inline
    // scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Seven characters distinguish the versions of a file, and most names are listed in the first bundle.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'ahead', test: first.loadsAhead, priority: 1 },
            { name: 'first', test: first.contains },
            // Each chunk name adds to the first bundle, so small related modules are grouped.
            { name: 'partner', test: /\/web\/features\/(?:partner|provider)\// },
            { name: 'order', test: /\/web\/features\/order\// },
            { name: 'connection', test: /\/web\/api\/(?:isConnected|waitForConnection|isServerReachable)\.ts$/ },
            { name: 'tooltip', test: /\/web\/(?:ui\/Tooltip|features\/quote\/MarketExplanation)\.tsx$/ },
            { name: 'icons', test: /\/lucide-react\// },
            { name: 'renewal', test: /\/web\/features\/renewal\// },
          ],
        },
      },
    },
  },
});
