import type { Stripe, StripeConstructor } from '@stripe/stripe-js';
import { acquirerLocale } from './acquirerLocale.ts';

declare global {
  interface Window {
    Stripe?: StripeConstructor;
  }
}

/** Only these pages are served with a Content-Security-Policy that allows the acquirer's script and frames. */
const CARD_PAGES = new Set(['/select-card', '/enter-card']);

const scripts = new Map<string, Promise<void>>();

/**
 * Returns true if the document was loaded as a card page, or the browser does not report its URL. In-app navigation does not
 * change the Content-Security-Policy of a document.
 */
export function isCardDocument(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation === undefined || CARD_PAGES.has(new URL(navigation.name).pathname);
}

/** Loads the acquirer's script once, from the URL that it requires, and returns its client. Rejects if loading fails. */
export async function loadAcquirer(scriptUrl: string, publicKey: string, locale: string): Promise<Stripe> {
  await loadScriptOnce(scriptUrl);
  if (!window.Stripe) throw new Error('the acquirer script defines no Stripe');
  return window.Stripe(publicKey, { locale: acquirerLocale(locale) });
}

function loadScriptOnce(scriptUrl: string): Promise<void> {
  const existing = scripts.get(scriptUrl);
  if (existing) return existing;
  const loading = appendScript(scriptUrl);
  scripts.set(scriptUrl, loading);
  // Allows a retry after a failure.
  loading.catch(() => scripts.delete(scriptUrl));
  return loading;
}

function appendScript(scriptUrl: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = scriptUrl;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error('the acquirer script did not load'));
    });
    document.head.append(script);
  });
}
