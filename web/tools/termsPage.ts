import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Plugin } from 'vite';

const WEB_FOLDER = fileURLToPath(new URL('../', import.meta.url));

/** Builds /terms.html with its own styles and no script; the server inserts the text, see server/platform/http/pages/terms.ts. */
export function termsPagePlugin(): Plugin {
  return {
    name: 'slipway-terms-page',
    apply: 'build',
    async writeBundle({ dir }) {
      await build(createTermsConfig(dir));
    },
  };
}

function createTermsConfig(outDir: string | undefined): InlineConfig {
  return {
    configFile: false,
    root: WEB_FOLDER,
    publicDir: false,
    build: {
      ...(outDir === undefined ? {} : { outDir }),
      emptyOutDir: false,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: false,
      rolldownOptions: { input: join(WEB_FOLDER, 'terms/index.html') },
    },
  };
}
