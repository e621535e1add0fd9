import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { supportedBrowsers } from './supportedBrowsers.ts';

/** The message names versions by placeholders, such as `{safari}`. */
export type OldBrowserText = { readonly title: string; readonly message: string };

/** By language tag; the first is the fallback for other languages. */
export type OldBrowserTexts = Readonly<Record<string, OldBrowserText>>;

/**
 * Adds a small script to each page that replaces the page by a message in browsers older than the supported ones. Such browsers
 * may not even parse the app's scripts, so this is a separate script, without newer syntax.
 */
export function oldBrowserPlugin(texts: OldBrowserTexts): Plugin {
  const source = `(${showOldBrowserMessage.toString()})(${JSON.stringify(insertVersions(texts))});\n`;
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  const fileName = `assets/oldBrowser-${hash}.js`;
  let base = '/';
  return {
    name: 'slipway-old-browser',
    apply: 'build',
    configResolved(config) {
      base = config.base;
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml: () => [
      // Does not block rendering.
      { tag: 'script', attrs: { async: true, src: `${base}${fileName}` }, injectTo: 'head' },
    ],
  };
}

function insertVersions(texts: OldBrowserTexts): OldBrowserTexts {
  return Object.fromEntries(
    Object.entries(texts).map(([language, { title, message }]) => [
      language,
      {
        title,
        message: message.replaceAll(
          /\{(\w+)\}/g,
          (_, browser: keyof typeof supportedBrowsers) => supportedBrowsers[browser],
        ),
      },
    ]),
  );
}

/** Runs in the page, in browsers of any age: only syntax and functions of 2012. */
function showOldBrowserMessage(texts: OldBrowserTexts): void {
  // Each is missing in some version below the supported ones (https://caniuse.com, by name).
  const isSupported =
    'noModule' in document.createElement('script') &&
    'CompressionStream' in window &&
    'toSorted' in Array.prototype &&
    'CSS' in window &&
    CSS.supports('color', 'color-mix(in srgb, red, red)') &&
    CSS.supports('selector(:has(a))');
  if (isSupported) return;

  const first = Object.keys(texts)[0] || '';
  const pageLanguage = document.documentElement.lang;
  const text = texts[pageLanguage] || texts[first];
  if (!text) return;
  const show = function () {
    // A frame or an extension may have removed the body.
    if (!document.body || !text) return;
    const page = document.createElement('main');
    const title = document.createElement('h1');
    const message = document.createElement('p');
    title.appendChild(document.createTextNode(text.title));
    message.appendChild(document.createTextNode(text.message));
    page.appendChild(title);
    page.appendChild(message);
    page.style.cssText =
      'max-width:30em;margin:0 auto;padding:2em 1.25em;font:1.0625em/1.5 sans-serif;text-align:start';
    title.style.cssText = 'font-size:1.5em;line-height:1.25;margin:0 0 .5em';
    while (document.body.firstChild) document.body.removeChild(document.body.firstChild);
    document.body.appendChild(page);
    document.title = text.title;
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show);
  else show();
}
