import { readFile } from 'node:fs/promises';

/** The modules in an order in which each follows those that it imports. */
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
 * Returns Stripe.js as one script, as pages load it: the concatenated modules without import and export. The modules then share
 * one scope, so names must be unique across them.
 */
export async function buildStripeScript(): Promise<string> {
  const folder = new URL('../browser/stripe/', import.meta.url);
  const texts = await Promise.all(MODULES.map((name) => readFile(new URL(name, folder), 'utf8')));
  const body = texts.map((text) => text.replace(IMPORT, '').replace(EXPORT, '')).join('\n');
  return `(() => {\n'use strict';\n${body}\n})();\n`;
}
