import { i18n, type Messages } from '@lingui/core';
import english from '../i18n/en-US.json?compiled&part=plugin';

const FALLBACK_LOCALE = 'en-US';

/** The languages that come with the page, their texts fetched when they are wanted. */
const shipped: Readonly<Record<string, () => Promise<Messages>>> = {
  [FALLBACK_LOCALE]: async () => english as Messages,
  'zh-CN': async () => (await import('../i18n/zh-CN.json?compiled&part=plugin')).default as Messages,
};

/** The shipped language that `lang` asks for, by its whole name or its beginning; else the browser's, else English. */
export function pluginLocale(search: string, browserLanguage: string): string {
  return (
    shippedLocale(new URLSearchParams(search).get('lang') ?? '') ?? shippedLocale(browserLanguage) ?? FALLBACK_LOCALE
  );
}

function shippedLocale(wanted: string): string | undefined {
  const [language] = wanted.toLowerCase().split(/[-_]/);
  return Object.keys(shipped).find((locale) => locale.slice(0, 2) === language);
}

/** Shows a language; nothing is stored, since a frame of another site may be given no storage at all. */
export async function startPluginLanguage(locale: string): Promise<void> {
  i18n.load(FALLBACK_LOCALE, english as Messages);
  let shown = FALLBACK_LOCALE;
  if (locale !== FALLBACK_LOCALE) {
    try {
      i18n.load(locale, { ...(english as Messages), ...(await shipped[locale]?.()) });
      shown = locale;
    } catch {
      // The file did not come: the page is readable in English.
    }
  }
  i18n.activate(shown);
  document.documentElement.lang = shown;
}
