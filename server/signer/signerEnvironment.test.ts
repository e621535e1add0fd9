import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { seededSettings } from '../configuration/seededSettings.testing.ts';
import { DEFAULT_COINS_PER_DAY, readSignerEnvironment } from './signerEnvironment.ts';

const EXAMPLE = fileURLToPath(new URL('../../docs/profiles/signer.env', import.meta.url));

/** Returns every variable that the example sets, including lines commented out if `shown`. */
function readExample(shown: boolean): Record<string, string> {
  const pattern = shown ? /^#?([A-Z][A-Z0-9_]*)=(.*)$/gm : /^([A-Z][A-Z0-9_]*)=(.*)$/gm;
  return Object.fromEntries(
    [...readFileSync(EXAMPLE, 'utf8').matchAll(pattern)].map(([, name = '', value = '']) => [name, value]),
  );
}

test('the example file sets every required variable, and its commented limits are the defaults', () => {
  const byDefault = readSignerEnvironment(readExample(false));
  expect(byDefault).toMatchObject({
    SIGNER_EUR_PER_TRANSACTION: 50_000,
    SIGNER_EUR_PER_HOUR: 100_000,
    SIGNER_EUR_PER_DAY: 500_000,
    SIGNER_EUR_PER_FEE: 100,
    SIGNER_VALUE_PERCENT: 120,
    SIGNER_COINS_PER_DAY: new Map(),
  });
  const shown = readSignerEnvironment(readExample(true));
  expect(shown).toMatchObject({ SIGNER_EUR_PER_TRANSACTION: 50_000, SIGNER_VALUE_PERCENT: 120 });
  expect(Object.keys(shown).filter((name) => !(name in readExample(true)))).toEqual(['SLIPWAY_SANDBOX']);
});

test('sets a default limit in coins for every seeded coin', () => {
  expect(Object.keys(DEFAULT_COINS_PER_DAY).toSorted()).toEqual(
    [...seededSettings().catalog.cryptos.keys()].toSorted(),
  );
});

test.each([
  [{ BANK_FILES_FOLDER: '/var/lib/slipway/bank-files' }, 'BANK_RECEIVED_FOLDER is missing'],
  [
    {
      BANK_FILES_FOLDER: '/var/lib/slipway/bank-files',
      BANK_RECEIVED_FOLDER: '/var/lib/slipway/bank-files/statements',
    },
    'BANK_RECEIVED_FOLDER must not be within BANK_FILES_FOLDER',
  ],
])('rejects a folder of received files that is missing or that the worker could write: %j', (folders, message) => {
  expect(() => readSignerEnvironment({ ...readExample(false), ...folders })).toThrow(message);
});

test('reads folders of seeds with blanks after the commas', () => {
  const { CONFIGURATION_SEEDS } = readSignerEnvironment({ ...readExample(false), CONFIGURATION_SEEDS: '/one, /two ,' });
  expect(CONFIGURATION_SEEDS).toEqual(['/one', '/two']);
});

test('reports every missing or malformed variable at once', () => {
  const malformed = { ...readExample(false), SIGNER_SECRET: 'short', SIGNER_COINS_PER_DAY: 'BTC', SIGNER_SOCKET: '' };
  expect(() => readSignerEnvironment(malformed)).toThrow(
    'SIGNER_SECRET must have at least 32 characters\nSIGNER_SOCKET is missing\nSIGNER_COINS_PER_DAY must be written like BTC=2,ETH=40',
  );
});
