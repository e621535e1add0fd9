import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { buildSiteConfig } from '../siteConfig.ts';

/** VitePress looks for its configuration here. */
export default defineConfig(buildSiteConfig(fileURLToPath(new URL('../../../', import.meta.url))));
