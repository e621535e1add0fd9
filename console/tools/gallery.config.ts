import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * `vite build --config console/tools/gallery.config.ts --outDir FOLDER`: every part on one page, for visual inspection;
 * never shipped.
 */
export default defineConfig({
  root: join(import.meta.dirname, '..'),
  plugins: [react()],
  build: {
    emptyOutDir: true,
    assetsInlineLimit: 0,
    rolldownOptions: { input: join(import.meta.dirname, '../parts/gallery.html') },
  },
});
