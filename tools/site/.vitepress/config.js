import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { buildSiteConfig } from '../siteConfig.ts';

/** VitePress reads its configuration from this file. */
export default defineConfig(buildSiteConfig(fileURLToPath(new URL('../../../', import.meta.url))));
