import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ViteDevServer } from 'vite';
import { pluginTextKeys } from '../compileTexts.ts';

/** Vite's mark of a module that has changed since its start. */
const STAMP = /\?t=\d+(?=")/g;

/** The pages that the server fills in, by the folder in which their own references begin. */
export const pages = ['index.html', 'plugin/index.html', 'terms/index.html'] as const;

/**
 * Writes what the server reads of a build, made of the sources: each page with Vite's part in it. No first screen is drawn
 * beforehand, and nothing is hashed, listed or compressed.
 */
export async function writeDocuments(vite: ViteDevServer, folder: string): Promise<void> {
  const { root } = vite.config;
  for (const page of pages) {
    const source = await readFile(join(root, page), 'utf8');
    const document = await vite.transformIndexHtml(`/${page}`, fromRoot(source, page, root), `/${page}`);
    await write(folder, page, document.replaceAll(STAMP, ''));
  }
  await write(folder, 'plugin/textKeys.json', JSON.stringify(pluginTextKeys(join(root, 'i18n/en-US.json'))));
  await write(folder, 'documents/documents.json', JSON.stringify({ paths: [], style: '' }));
}

/**
 * A page is served at another path than its file's: what it refers to beside itself is named from the root, and what lies
 * outside of the folder by Vite's name for it.
 */
function fromRoot(source: string, page: string, root: string): string {
  return source
    .replaceAll(/(href|src)="\.\//g, `$1="/${dirname(page)}/`)
    .replaceAll(/(href|src)="(?:\.\.\/)+look\//g, `$1="/@fs${join(root, '../look')}/`);
}

/** Leaves a file that would not change, since the server starts again for one that does. */
async function write(folder: string, name: string, text: string): Promise<void> {
  const file = join(folder, name);
  if ((await readFile(file, 'utf8').catch(() => undefined)) === text) return;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
