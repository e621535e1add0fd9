import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressedFilesPlugin } from '@slipway/look/tools/compressedFiles.ts';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const BARE_FOLDER = fileURLToPath(new URL('bare/', import.meta.url));
/** Path of the page next to the app. */
export const BARE_PATH = '/bare.html';

/**
 * Builds a React page with one controlled field into the app's folder: its load time is the lower bound for our first
 * visit.
 */
export async function buildBarePage(distFolder: string): Promise<void> {
  await build({
    configFile: false,
    root: BARE_FOLDER,
    publicDir: false,
    logLevel: 'warn',
    plugins: [react(), compressedFilesPlugin()],
    build: {
      outDir: distFolder,
      emptyOutDir: false,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(BARE_FOLDER, BARE_PATH) },
    },
  });
}
