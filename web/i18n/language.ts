import { i18n, type Messages } from '@lingui/core';
import { chooseLocale, FALLBACK_LOCALE } from '@slipway/contract/chooseLocale.ts';
import { useSyncExternalStore } from 'react';
import { storeChoiceCookie } from '../api/choiceCookie.ts';
import { activateLocale, mergeMessages } from './activateLocale.ts';
import { readPageLanguages } from './readPageLanguages.ts';
import { getLocale } from './text.ts';

const STORAGE_KEY = 'locale';
/** Maximum time that the first page waits for a language file. */
const FIRST_PAGE_WAIT_MS = 2500;

/** Returns the buyer's chosen language, else the browser's first offered one, else English. */
export function choosePreferredLocale(offered: readonly string[]): string {
  const stored = localStorage.getItem(STORAGE_KEY);
  return chooseLocale(stored ? [stored, ...navigator.languages] : navigator.languages, offered);
}

/** Shows the preferred language, or English first if its file is late. */
export async function startLanguage(fallbackTexts: Messages): Promise<void> {
  i18n.load(FALLBACK_LOCALE, fallbackTexts);
  fallback = fallbackTexts;
  activateLocale(FALLBACK_LOCALE);
  const timeout = new Promise<void>((resolve) => {
    setTimeout(resolve, FIRST_PAGE_WAIT_MS);
  });
  await Promise.race([showPreferredLanguage(), timeout]);
}

/**
 * Shows the preferred language, also after it was chosen in another tab. Chooses from the languages that the page names
 * unless `offered` is given.
 */
export async function showPreferredLanguage(offered: readonly string[] = readPageLanguages().offered): Promise<void> {
  const locale = choosePreferredLocale(offered.length > 0 ? offered : await loadOfferedLocales());
  if (locale !== i18n.locale || !isLoaded(locale)) await showLanguage(locale);
}

/** Switches the language and stores the choice. Returns false if it failed to load; the current one then stays. */
export async function switchLanguage(locale: string): Promise<boolean> {
  const shown = await showLanguage(locale);
  if (shown) {
    localStorage.setItem(STORAGE_KEY, locale);
    storeChoiceCookie('locale', locale);
  }
  return shown;
}

/** Loads the English texts of later screens; other languages are loaded as a whole. */
export async function loadLaterTexts(): Promise<void> {
  const { default: texts } = await import('./en-US.json?compiled&part=later');
  const later = texts as Messages;
  fallback = { ...fallback, ...later };
  for (const locale of [FALLBACK_LOCALE, ...Object.keys(loaded)]) {
    i18n.load(locale, mergeMessages(locale, loaded[locale] ?? later, later));
  }
}

/**
 * Requests the languages that the operator offers, always including English. If this fails, returns the languages that the
 * page names.
 */
export async function loadOfferedLocales(): Promise<readonly string[]> {
  try {
    const answer = (await (await fetch('/admin/languages')).json()) as LanguageList;
    const list = answer.dataList ?? answer.data?.dataList ?? [];
    return [...new Set([FALLBACK_LOCALE, ...list.map((entry) => entry.localName)])];
  } catch {
    return [...new Set([FALLBACK_LOCALE, ...readPageLanguages().offered])];
  }
}

/** Returns the current language and rerenders when it changes. */
export function useLocale(): string {
  return useSyncExternalStore((changed) => i18n.on('change', changed), getLocale, getLocale);
}

/** Returns all keys with a text, and the ones for which a language falls back to English. */
export function listTextKeys(locale: string): {
  readonly all: readonly string[];
  readonly untranslated: readonly string[];
} {
  const all = Object.keys(fallback).toSorted();
  const own = loaded[locale] ?? {};
  return { all, untranslated: locale === FALLBACK_LOCALE ? [] : all.filter((key) => !(key in own)) };
}

type LanguageList = {
  dataList?: { localName: string }[];
  data?: { dataList?: { localName: string }[] };
};

async function showLanguage(locale: string): Promise<boolean> {
  if (!isLoaded(locale)) {
    const texts = await fetchTexts(locale);
    if (!texts) return false;
    // Missing texts are shown in English and not as keys.
    i18n.load(locale, mergeMessages(locale, texts, fallback));
    loaded[locale] = texts;
  }
  activateLocale(locale);
  return true;
}

/** Returns true if a language's texts are loaded. The English texts in the bundle are outdated if the operator changed some. */
function isLoaded(locale: string): boolean {
  return locale in loaded || (locale === FALLBACK_LOCALE && !readPageLanguages().changed.includes(locale));
}

/** Loaded texts of each language, without the English fallbacks. */
const loaded: Record<string, Messages> = {};
let fallback: Messages = {};

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
