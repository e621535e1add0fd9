import { compressedFilesPlugin } from '@slipway/look/tools/compressedFiles.ts';
import { oldBrowserPlugin } from '@slipway/look/tools/oldBrowser.ts';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const OLD_BROWSER = {
  title: 'Your browser is too old',
  message: 'The console needs Safari {safari}, Chrome {chrome}, Edge {edge} or Firefox {firefox}, or later.',
};

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [
    react({ jsxImportSource: '@slipway/look/jsx' }),
    oldBrowserPlugin({ en: OLD_BROWSER }),
    compressedFilesPlugin(),
  ],
  resolve: {
    // React has had it since 18: the stand-in for older ones would only be weight.
    alias: [{ find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: 'react' }],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The page's policy allows no data: fonts and no inline script or style.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
