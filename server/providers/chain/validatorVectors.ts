import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** `options`: the other arguments of the test, as source text. */
export type AddressVector = { readonly address: string; readonly options: string };

/**
 * For tests: returns the valid or the invalid addresses that the tests of npm's multicoin-address-validator (MIT) list
 * under any of these names of a coin. Reads them from the installed package.
 */
export function readValidatorVectors(verdict: 'valid' | 'invalid', coins: readonly string[]): AddressVector[] {
  const manifest = createRequire(import.meta.url).resolve('multicoin-address-validator/package.json');
  const tests = readFileSync(join(dirname(manifest), 'test/wallet_address_validator.js'), 'utf8');
  const line = new RegExp(String.raw`^\s*${verdict}\(['"]([^'"]*)['"], '(?:${coins.join('|')})'(.*?)\)`, 'gm');
  return [...tests.matchAll(line)].map(([, address = '', options = '']) => ({ address, options }));
}
