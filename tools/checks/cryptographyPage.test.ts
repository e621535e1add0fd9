import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { deriveKeys } from '../../server/platform/secrets.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(`${ROOT}docs/cryptography.md`, 'utf8');
const sources = globSync('{contract,money,server,web,embed}/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((file) => !/\.test\.tsx?$|\.testing\.tsx?$|\/(?:node_modules|dist)\/|\/conformance\.ts$/.test(file))
  .map((file) => readFileSync(ROOT + file, 'utf8'))
  .join('\n');

/** Source patterns of algorithms, with their names on the page. */
const ALGORITHMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/['"]sha256['"]|@noble\/hashes\/sha2/, 'SHA-256'],
  [/['"]sha384['"]/, 'SHA-384'],
  [/['"]sha512['"]/i, 'SHA-512'],
  [/createHmac\(|HS256/, 'HMAC'],
  [/hkdfSync\(/, 'HKDF'],
  [/\bscrypt(?:Sync)?\b/, 'scrypt'],
  [/aes-256-gcm/, 'AES-256-GCM'],
  [/ed25519/i, 'Ed25519'],
  [/ES256|ecdsa|prime256v1|P-256/i, 'ECDSA'],
  [/@scure\/btc-signer|viem\/accounts/, 'secp256k1'],
];

test('docs/cryptography.md names every derived key and every algorithm', () => {
  const [, keys = '', algorithms = ''] = page.split(/^## /m);
  for (const name of Object.keys(deriveKeys(Buffer.alloc(32)))) expect(keys).toContain(`| ↳ \`${name}\` |`);
  const named = [...keys.matchAll(/^\| ↳ `(\w+)` \|/gm)].map(([, name = '']) => name);
  expect(named.toSorted()).toEqual(Object.keys(deriveKeys(Buffer.alloc(32))).toSorted());
  for (const [pattern, name] of ALGORITHMS) {
    expect(pattern.test(sources), `${name} is on the page and in no source`).toBe(true);
    expect(algorithms).toContain(`| ${name} |`);
  }
});
