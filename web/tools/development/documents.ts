import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ViteDevServer } from 'vite';
import { listPluginTextKeys } from '../compileTexts.ts';

/** Vite's timestamp of a module changed since startup. */
const STAMP = /\?t=\d+(?=")/g;

/** Source files of the pages that the server fills in. References in a page are relative to its folder. */
export const pages = ['index.html', 'plugin/index.html', 'terms/index.html'] as const;

/**
 * Writes the files that the server normally reads from a build: each page from its source, with Vite's client. The first
 * screen is not prerendered, and nothing is hashed, listed or compressed.
 */
export async function writeDocuments(vite: ViteDevServer, folder: string): Promise<void> {
  const { root } = vite.config;
  for (const page of pages) {
    const source = await readFile(join(root, page), 'utf8');
    const document = await vite.transformIndexHtml(`/${page}`, rewriteReferences(source, page, root), `/${page}`);
    await writeIfChanged(folder, page, document.replaceAll(STAMP, ''));
  }
  await writeIfChanged(
    folder,
    'plugin/textKeys.json',
    JSON.stringify(listPluginTextKeys(join(root, 'i18n/en-US.json'))),
  );
  await writeIfChanged(folder, 'documents/documents.json', JSON.stringify({ paths: [], style: '' }));
}

/**
 * Rewrites references: a page is served at another path than its file, so references within the folder become
 * root-relative, and those outside of it use Vite's path.
 */
function rewriteReferences(source: string, page: string, root: string): string {
  return source
    .replaceAll(/(href|src)="\.\//g, `$1="/${dirname(page)}/`)
    .replaceAll(/(href|src)="(?:\.\.\/)+look\//g, `$1="/@fs${join(root, '../look')}/`);
}

/** Skips unchanged files, because each change restarts the server. */
async function writeIfChanged(folder: string, name: string, text: string): Promise<void> {
  const file = join(folder, name);
  if ((await readFile(file, 'utf8').catch(() => undefined)) === text) return;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
