import type { Stripe, StripeConstructor } from '@stripe/stripe-js';
import { acquirerLocale } from './acquirerLocale.ts';

declare global {
  interface Window {
    Stripe?: StripeConstructor;
  }
}

/** Only these pages are served with a policy that lets the acquirer's script and frames in. */
const CARD_PAGES = new Set(['/select-card', '/enter-card']);

const scripts = new Map<string, Promise<void>>();

/** Whether the document itself was loaded as a card page: its policy stays that of the page that it was loaded as. */
export function isCardDocument(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation === undefined || CARD_PAGES.has(new URL(navigation.name).pathname);
}

/** Loads the acquirer's own script from where it must come, once; rejects when it cannot be had. */
export async function loadAcquirer(scriptUrl: string, publicKey: string, locale: string): Promise<Stripe> {
  await scriptOnce(scriptUrl);
  if (!window.Stripe) throw new Error('the acquirer script defines no Stripe');
  return window.Stripe(publicKey, { locale: acquirerLocale(locale) });
}

function scriptOnce(scriptUrl: string): Promise<void> {
  const known = scripts.get(scriptUrl);
  if (known) return known;
  const loading = appendScript(scriptUrl);
  scripts.set(scriptUrl, loading);
  // A script that failed may be asked for again.
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
