import { compressedFilesPlugin } from '@slipway/look/tools/compressedFiles.ts';
import { oldBrowserPlugin } from '@slipway/look/tools/oldBrowser.ts';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const OLD_BROWSER = {
  title: 'Your browser is too old',
  message: 'The partner pages need Safari {safari}, Chrome {chrome}, Edge {edge} or Firefox {firefox}, or later.',
};

/** The pages for partners' people: built from the console's parts, served by the api. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/partners/',
  publicDir: false,
  plugins: [
    react({ jsxImportSource: '@slipway/look/jsx' }),
    oldBrowserPlugin({ en: OLD_BROWSER }),
    compressedFilesPlugin(),
  ],
  resolve: {
    // React includes this hook since version 18, so the shim is not needed.
    alias: [{ find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: 'react' }],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy forbids data: fonts and inline scripts or styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
