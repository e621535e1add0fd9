import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { consoleVariables, readConsoleEnvironment } from './consoleEnvironment.ts';

const EXAMPLE = readFileSync(fileURLToPath(new URL('../../docs/profiles/console.env', import.meta.url)), 'utf8');
const example = Object.fromEntries(
  [...EXAMPLE.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
);

test('the example is complete, and shows every variable except those of the sandbox', () => {
  expect(readConsoleEnvironment(example)).toMatchObject({ PORT: 8085, CONSOLE_MODE: 'live' });
  const shown = new Set([...EXAMPLE.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name));
  expect(Object.keys(consoleVariables).filter((name) => !shown.has(name))).toEqual([
    'SLIPWAY_SANDBOX',
    'OPERATOR_KEYS_FOLDER',
  ]);
  expect([...shown].filter((name) => name !== 'ROLE' && !Object.keys(consoleVariables).includes(name ?? ''))).toEqual(
    [],
  );
});

test.each([
  ['CONSOLE_URL is missing', { CONSOLE_URL: '' }],
  ['CONSOLE_URL must be an https:// address', { CONSOLE_URL: 'http://console.example.com' }],
  ['OPERATOR_KEYS_FOLDER is for the sandbox only', { OPERATOR_KEYS_FOLDER: '/tmp/keys' }],
])('refuses to start: %s', (message, changed) => {
  expect(() => readConsoleEnvironment({ ...example, ...changed })).toThrow(message);
});
