import { readFile } from 'node:fs/promises';

/** Each after those that it imports from. */
const MODULES = [
  'emitter.js',
  'frame.js',
  '../wallets.js',
  'mountedElement.js',
  'paymentElement.js',
  'expressOptions.js',
  'walletSheet.js',
  'expressCheckoutElement.js',
  'elements.js',
  'nextAction.js',
  'stripe.js',
] as const;

const IMPORT = /^import [^;]*;\n/gm;
const EXPORT = /^export (?=(?:async )?function |class |const )/gm;

/**
 * Stripe.js as one script, since that is how a page loads it: its modules one after another in one scope, without what
 * only modules may say. Their names are therefore one another's too: each stands once.
 */
export async function stripeScript(): Promise<string> {
  const folder = new URL('./browser/stripe/', import.meta.url);
  const texts = await Promise.all(MODULES.map((name) => readFile(new URL(name, folder), 'utf8')));
  const body = texts.map((text) => text.replace(IMPORT, '').replace(EXPORT, '')).join('\n');
  return `(() => {\n'use strict';\n${body}\n})();\n`;
}
