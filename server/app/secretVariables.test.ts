import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { EnvironmentError } from '../platform/config/environment.ts';
import { readSecretFiles } from '../platform/config/secretFiles.ts';
import { isSecretVariable, secretVariableNames } from './secretVariables.ts';
import { chainVendors, vendors } from './vendors.ts';

const folder = mkdtempSync(join(tmpdir(), 'slipway-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

function writeSecretFile(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

const read = (source: Readonly<Record<string, string>>) => readSecretFiles(source, isSecretVariable);

const allSecrets = [
  ...secretVariableNames,
  ...chainVendors.flatMap((vendor) =>
    Object.entries(vendor.variables('TESTCHAIN')).flatMap(([name, { secret, address }]) =>
      secret || address ? [name] : [],
    ),
  ),
];

describe('a secret in a file', () => {
  test.each([...new Set(allSecrets)])('is read for %s', (name) => {
    const path = writeSecretFile(name, `value of ${name}\n`);
    expect(read({ [`${name}_FILE`]: path, PORT: '80' })).toEqual({ [name]: `value of ${name}`, PORT: '80' });
  });

  test('is accepted for every variable that a manifest marks as secret', () => {
    const secrets = vendors.flatMap(({ variables }) =>
      Object.entries(variables).flatMap(([name, { secret }]) => (secret ? [name] : [])),
    );
    expect(secrets.length).toBeGreaterThan(10);
    expect(secrets.filter((name) => !isSecretVariable(name))).toEqual([]);
  });

  test('loses one line ending and no other whitespace', () => {
    expect(read({ SLIPWAY_SECRET_FILE: writeSecretFile('crlf', ' a b \r\n') })).toEqual({ SLIPWAY_SECRET: ' a b ' });
    expect(read({ SLIPWAY_SECRET_FILE: writeSecretFile('two', 'a\n\n') })).toEqual({ SLIPWAY_SECRET: 'a\n' });
  });

  test('is ignored when the variable is empty', () => {
    expect(read({ SLIPWAY_SECRET_FILE: '', SLIPWAY_SECRET: 'x' })).toMatchObject({ SLIPWAY_SECRET: 'x' });
  });
});

test('variables that name other files are unchanged', () => {
  const others = {
    EVM_TREASURY_KEY_FILE: '/k',
    BITCOIN_TREASURY_KEY_FILE: '/k',
    TREASURY_PASSPHRASE_FILE: '/p',
    AUDIT_ANCHOR_FILE: '/a',
    SSL_CERT_FILE: '/c',
  };
  expect(read(others)).toEqual(others);
});

test('reports every unusable file at once, without its content', () => {
  const writable = writeSecretFile('writable', 'hush');
  chmodSync(writable, 0o666);
  const refused = () =>
    read({
      SLIPWAY_SECRET: 'hush',
      SLIPWAY_SECRET_FILE: writeSecretFile('both', 'hush'),
      SMTP_URL_FILE: join(folder, 'nowhere'),
      DATABASE_URL_FILE: folder,
      METRICS_TOKEN_FILE: writeSecretFile('empty', '\n'),
      SIGNER_SECRET_FILE: writable,
      STRIPE_SECRET_KEY_FILE: writeSecretFile('large', 'x'.repeat(70_000)),
    });
  expect(refused).toThrow(EnvironmentError);
  expect(refused).toThrow(
    [
      'SLIPWAY_SECRET and SLIPWAY_SECRET_FILE are both set: leave one of them',
      'SMTP_URL_FILE leads to no file that can be read (ENOENT)',
      'DATABASE_URL_FILE leads to no file that can be read (EISDIR)',
      'METRICS_TOKEN_FILE leads to an empty file',
      'SIGNER_SECRET_FILE names a file that every user may write: chmod o-w',
      'STRIPE_SECRET_KEY_FILE leads to a file of more than 65536 bytes: that is no secret',
    ].join('\n'),
  );
});
