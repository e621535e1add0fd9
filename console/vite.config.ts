import { compressedFilesPlugin } from '@slipway/look/tools/compressedFiles.ts';
import { oldBrowserPlugin } from '@slipway/look/tools/oldBrowser.ts';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default configurePages(import.meta.dirname, '/console/', 'The console needs');

/** Returns the build of the pages in a folder. `needs` begins the message that an old browser shows. */
export function configurePages(root: string, base: string, needs: string) {
  return defineConfig({
    root,
    base,
    plugins: [
      react({ jsxImportSource: '@slipway/look/jsx' }),
      oldBrowserPlugin({
        en: {
          title: 'Your browser is too old',
          message: `${needs} Safari {safari}, Chrome {chrome}, Edge {edge} or Firefox {firefox}, or later.`,
        },
      }),
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
}
