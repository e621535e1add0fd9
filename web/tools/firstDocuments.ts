import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { textDirection } from '@slipway/contract/textDirection.ts';
import { createServer, type Plugin, type Rolldown } from 'vite';
import { brandImagesPlugin } from './brandImages.ts';
import { compileTextsPlugin } from './compileTexts.ts';
import { extractStyleSheet } from './extractStyleSheet.ts';
import { AHEAD_CHUNK, LATER_CHUNK } from './firstBundle.ts';

const WEB_FOLDER = fileURLToPath(new URL('../', import.meta.url));
const LANGUAGES_FOLDER = join(WEB_FOLDER, 'i18n');
/** Folder read by the server; see server/platform/http/pages/documents.ts. */
const DOCUMENTS_FOLDER = 'documents';

type FirstScreenModule = typeof import('../firstScreen.tsx');
type Texts = Readonly<Record<string, string>>;

const widths = ['narrow', 'wide'] as const;

/** Link that preloads the later screens. Documents that start with Edit do not have it: they load the chunk once idle. */
const LATER_LINK = new RegExp(`\\s*<link rel="modulepreload"[^>]*/${LATER_CHUNK}-[^>]*>`);

/** One of the two is shown and hydrated by the app; see web/app/takePrerenderedScreen.ts. */
const widthRules =
  '.first-narrow,.first-wide,.first-taken{display:contents}' +
  '@media (min-width:1024px){.first-narrow{display:none}}@media (max-width:1023px){.first-wide{display:none}}';

/**
 * Writes a document for each language with Edit prerendered and all its styles inline, so that the screen is readable
 * after one response. All other pages use index.html.
 */
export function firstDocumentsPlugin(): Plugin {
  return {
    name: 'slipway-first-documents',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) return;
      const template = await readFile(join(dir, 'index.html'), 'utf8');
      const { href, css } = findFirstStyleSheet(template, (path) => bundle[path]);
      const ahead = findAheadScript(bundle);
      const { screens, paths } = await renderScreens();
      const { markups, rules } = extractStyleSheet(screens.map(({ markup }) => markup));
      const style = css.trim() + widthRules + rules;
      await mkdir(join(dir, DOCUMENTS_FOLDER), { recursive: true });
      await Promise.all(
        screens.map(async ({ locale, title, texts }, index) => {
          const document = template
            .replace(/<html lang="[^"]*">/, `<html lang="${locale}" dir="${textDirection(locale)}">`)
            .replace(/<title>[^<]*<\/title>/, `<title>${escapeHtml(title)}</title>`)
            .replace(
              /(<meta name="description" content=")[^"]*/,
              (_, start: string) => start + escapeHtml(texts['document.description'] ?? ''),
            )
            .replace(LATER_LINK, '')
            // Placed before the app's script: it is much smaller and does not wait for it.
            .replace('<script type="module"', () => `${ahead}\n    <script type="module"`)
            .replace(href, () => `<style>${style}</style>`)
            .replace('<div id="root"></div>', () => renderRoot(markups[index] ?? '', texts));
          await writeFile(join(dir, DOCUMENTS_FOLDER, `${locale}.html`), document);
        }),
      );
      await writeFile(join(dir, DOCUMENTS_FOLDER, 'documents.json'), JSON.stringify({ paths, style }));
    },
  };
}

function renderRoot(markup: string, texts: Texts): string {
  return `<noscript>${escapeHtml(texts['document.no_script'] ?? '')}</noscript><div id="root">${markup}</div>`;
}

/** Returns the tag of the preloading script, which only the pages that start with Edit have. */
function findAheadScript(bundle: Rolldown.OutputBundle): string {
  const chunk = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.isEntry && file.name === AHEAD_CHUNK,
  );
  if (!chunk) throw new Error(`the build has no entry named ${AHEAD_CHUNK}`);
  return `<script type="module" crossorigin src="/${chunk.fileName}"></script>`;
}

/** Returns the style sheet linked by index.html, to be inlined. */
function findFirstStyleSheet(
  template: string,
  find: (path: string) => Rolldown.OutputAsset | Rolldown.OutputChunk | undefined,
) {
  const link = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/.exec(template);
  const sheet = find(link?.[1] ?? '');
  if (!link || sheet?.type !== 'asset' || typeof sheet.source !== 'string')
    throw new Error('index.html links to no style sheet of the build');
  return { href: link[0], css: sheet.source };
}

async function renderScreens() {
  // Runs the same modules in Node: Vite reads TSX, styles and texts as in the build.
  const server = await createServer({
    configFile: false,
    root: WEB_FOLDER,
    plugins: [compileTextsPlugin(), brandImagesPlugin()],
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    logLevel: 'error',
  });
  // Modules of the app add window listeners when loaded.
  Object.assign(globalThis, { addEventListener: () => undefined });
  try {
    const { renderFirstScreen, firstPaths } = (await server.ssrLoadModule('/firstScreen.tsx')) as FirstScreenModule;
    const languages = await readLanguages();
    const screens = languages.map(({ locale, texts }) => {
      const messages = Object.fromEntries(
        Object.entries(texts).map(([key, message]) => [key, compileMessage(message)]),
      );
      const rendered = widths.map((width) => ({ width, ...renderFirstScreen(locale, messages, width) }));
      const markup = rendered
        .map((one) => `<div class="first-${one.width}">${makeControlsInert(one.markup)}</div>`)
        .join('');
      return { locale, texts, title: rendered[0]?.title ?? '', markup };
    });
    return { screens, paths: firstPaths };
  } finally {
    await server.close();
  }
}

/** Makes links and buttons inert: typed input is kept for the app, but a click would be lost. */
function makeControlsInert(markup: string): string {
  return markup.replaceAll(/<(?:a|button)(?= )/g, '$& inert=""');
}

async function readLanguages(): Promise<{ locale: string; texts: Texts }[]> {
  const files = (await readdir(LANGUAGES_FOLDER)).filter((name) => name.endsWith('.json')).toSorted();
  return Promise.all(
    files.map(async (file) => ({
      locale: file.replace('.json', ''),
      texts: JSON.parse(await readFile(join(LANGUAGES_FOLDER, file), 'utf8')) as Texts,
    })),
  );
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
