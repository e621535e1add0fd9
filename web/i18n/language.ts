import { i18n, type Messages } from '@lingui/core';
import { FALLBACK_LOCALE } from '@slipway/contract/chooseLocale.ts';
import { useSyncExternalStore } from 'react';
import { tellServer } from '../api/chosenForServer.ts';
import { textDirection } from './textDirection.ts';

const STORAGE_KEY = 'locale';
/** A language file that takes longer than this does not hold the first page back. */
const FIRST_PAGE_WAIT_MS = 2500;

/** The language that the buyer chose, else Chinese for a Chinese browser, else English. */
export function preferredLocale(): string {
  const stored = localStorage.getItem(STORAGE_KEY);
  if (stored) return stored;
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh-CN' : FALLBACK_LOCALE;
}

/** Shows the preferred language, or English first when its file is late. */
export async function startLanguage(fallbackTexts: Messages): Promise<void> {
  i18n.load(FALLBACK_LOCALE, fallbackTexts);
  fallback = fallbackTexts;
  activate(FALLBACK_LOCALE);
  const locale = preferredLocale();
  if (locale === FALLBACK_LOCALE) return;
  const late = new Promise<void>((resolve) => {
    setTimeout(resolve, FIRST_PAGE_WAIT_MS);
  });
  await Promise.race([show(locale), late]);
}

/** Switches and remembers. False when the language could not be had; the present one then stays. */
export async function switchLanguage(locale: string): Promise<boolean> {
  const shown = await show(locale);
  if (shown) {
    localStorage.setItem(STORAGE_KEY, locale);
    tellServer('locale', locale);
  }
  return shown;
}

/** Texts of the screens behind the first one; in other languages they came with the rest. */
export async function loadLaterTexts(): Promise<void> {
  const { default: texts } = await import('./en-US.json?compiled&part=later');
  const later = texts as Messages;
  fallback = { ...fallback, ...later };
  for (const locale of [FALLBACK_LOCALE, ...Object.keys(loaded)]) {
    i18n.load(locale, { ...later, ...loaded[locale] });
  }
}

/** Languages that the operator offers, English always among them; English alone while nobody can say. */
export async function offeredLocales(): Promise<readonly string[]> {
  return (await askForLocales()) ?? [FALLBACK_LOCALE];
}

/** null when there is no answer. */
async function askForLocales(): Promise<readonly string[] | null> {
  try {
    const answer = (await (await fetch('/admin/languages')).json()) as LanguageList;
    const list = answer.dataList ?? answer.data?.dataList ?? [];
    return [...new Set([FALLBACK_LOCALE, ...list.map((entry) => entry.localName)])];
  } catch {
    return null;
  }
}

/** The page is drawn again when the language changes. */
export function useLocale(): string {
  return useSyncExternalStore(
    (changed) => i18n.on('change', changed),
    () => i18n.locale,
  );
}

type LanguageList = {
  dataList?: { localName: string }[];
  data?: { dataList?: { localName: string }[] };
};

async function show(locale: string): Promise<boolean> {
  if (locale !== FALLBACK_LOCALE && !(locale in loaded)) {
    const [offered, texts] = await Promise.all([askForLocales(), fetchTexts(locale)]);
    // Without a line the texts of an earlier visit will do.
    if (!texts || (offered && !offered.includes(locale))) return false;
    // A text that a language lacks is shown in English rather than as its key.
    i18n.load(locale, { ...fallback, ...texts });
    loaded[locale] = texts;
  }
  activate(locale);
  return true;
}

/** The texts that came for each language, without what English lends them. */
const loaded: Record<string, Messages> = {};
let fallback: Messages = {};

function activate(locale: string): void {
  i18n.activate(locale);
  document.documentElement.lang = locale;
  document.documentElement.dir = textDirection(locale);
}

async function fetchTexts(locale: string): Promise<Messages | null> {
  try {
    const [response, { compileMessage }] = await Promise.all([
      fetch(`/languages/${encodeURIComponent(locale)}.json`),
      import('@lingui/message-utils/compileMessage'),
    ]);
    if (!response.ok) return null;
    const texts = (await response.json()) as Record<string, string>;
    return Object.fromEntries(Object.entries(texts).map(([key, message]) => [key, compileMessage(message)]));
  } catch {
    return null;
  }
}
