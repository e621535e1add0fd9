import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { textDirection } from '@slipway/contract/textDirection.ts';
import { createServer, type Plugin, type Rolldown } from 'vite';
import { brandImagesPlugin } from './brandImages.ts';
import { compileTextsPlugin } from './compileTexts.ts';
import { AHEAD_CHUNK, LATER_CHUNK } from './firstBundle.ts';
import { styleSheetOfAttributes } from './styleAttributes.ts';

const WEB_FOLDER = fileURLToPath(new URL('../', import.meta.url));
const LANGUAGES_FOLDER = join(WEB_FOLDER, 'i18n');
/** The folder that the server reads; see server/platform/http/documents.ts. */
const DOCUMENTS_FOLDER = 'documents';

type FirstScreenModule = typeof import('../firstScreen.tsx');
type Texts = Readonly<Record<string, string>>;

const widths = ['narrow', 'wide'] as const;

/** Fetched when Edit has come to rest. */
const LATER_LINK = new RegExp(`\\s*<link rel="modulepreload"[^>]*/${LATER_CHUNK}-[^>]*>`);

/** One of both is shown, and taken over by the app; see web/app/takeDrawn.ts. */
const widthRules =
  '.first-narrow,.first-wide,.first-taken{display:contents}' +
  '@media (min-width:1024px){.first-narrow{display:none}}@media (max-width:1023px){.first-wide{display:none}}';

/**
 * Writes a document for each language in which Edit stands as it is before the script has come, with all the style it
 * needs: the first thing to be read is there after one answer of the server. Everything else keeps index.html.
 */
export function firstDocumentsPlugin(): Plugin {
  return {
    name: 'slipway-first-documents',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) return;
      const template = await readFile(join(dir, 'index.html'), 'utf8');
      const { href, css } = firstStyleSheet(template, (path) => bundle[path]);
      const ahead = aheadScript(bundle);
      const { screens, paths } = await renderScreens();
      const { markups, rules } = styleSheetOfAttributes(screens.map(({ markup }) => markup));
      const style = css.trim() + widthRules + rules;
      await mkdir(join(dir, DOCUMENTS_FOLDER), { recursive: true });
      await Promise.all(
        screens.map(async ({ locale, title, texts }, index) => {
          const document = template
            .replace(/<html lang="[^"]*">/, `<html lang="${locale}" dir="${textDirection(locale)}">`)
            .replace(/<title>[^<]*<\/title>/, `<title>${escaped(title)} · Slipway</title>`)
            .replace(
              /(<meta name="description" content=")[^"]*/,
              (_, start: string) => start + escaped(texts['document.description'] ?? ''),
            )
            .replace(LATER_LINK, '')
            // Before the app's: it is far smaller, and does not wait for it.
            .replace('<script type="module"', () => `${ahead}\n    <script type="module"`)
            .replace(href, () => `<style>${style}</style>`)
            .replace('<div id="root"></div>', () => root(markups[index] ?? '', texts));
          await writeFile(join(dir, DOCUMENTS_FOLDER, `${locale}.html`), document);
        }),
      );
      await writeFile(join(dir, DOCUMENTS_FOLDER, 'documents.json'), JSON.stringify({ paths, style }));
    },
  };
}

function root(markup: string, texts: Texts): string {
  return `<noscript>${escaped(texts['document.no_script'] ?? '')}</noscript><div id="root">${markup}</div>`;
}

/** What asks ahead of the app, on pages that begin with Edit alone. */
function aheadScript(bundle: Rolldown.OutputBundle): string {
  const chunk = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.isEntry && file.name === AHEAD_CHUNK,
  );
  if (!chunk) throw new Error(`the build has no entry named ${AHEAD_CHUNK}`);
  return `<script type="module" crossorigin src="/${chunk.fileName}"></script>`;
}

/** The sheet that index.html links to, to be put into the document itself. */
function firstStyleSheet(
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
  // The same modules in Node: Vite reads TSX, styles and texts as it does for the build.
  const server = await createServer({
    configFile: false,
    root: WEB_FOLDER,
    plugins: [compileTextsPlugin(), brandImagesPlugin()],
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    logLevel: 'error',
  });
  // Modules of the app listen to the window as they are loaded.
  Object.assign(globalThis, { addEventListener: () => undefined });
  try {
    const { renderFirstScreen, firstPaths } = (await server.ssrLoadModule('/firstScreen.tsx')) as FirstScreenModule;
    const languages = await readLanguages();
    const screens = languages.map(({ locale, texts }) => {
      const messages = Object.fromEntries(
        Object.entries(texts).map(([key, message]) => [key, compileMessage(message)]),
      );
      const drawn = widths.map((width) => ({ width, ...renderFirstScreen(locale, messages, width) }));
      const markup = drawn.map((one) => `<div class="first-${one.width}">${withoutPresses(one.markup)}</div>`).join('');
      return { locale, texts, title: drawn[0]?.title ?? '', markup };
    });
    return { screens, paths: firstPaths };
  } finally {
    await server.close();
  }
}

/** What is typed is kept for the app; a press would be lost. */
function withoutPresses(markup: string): string {
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

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
