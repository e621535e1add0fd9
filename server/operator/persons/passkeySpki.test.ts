import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTestPasskey } from '../../platform/persons/testPasskeys.testing.ts';
import { convertCoseToSpki } from './passkeySpki.ts';

test.each(['ES256', 'EdDSA', 'RS256'] as const)('converts a key of %s to SPKI', (algorithm) => {
  const { credential, authenticator } = createTestPasskey(algorithm);
  expect(convertCoseToSpki(authenticator.coseKey)).toBe(credential.publicKey);
});

const hex = (text: string) => Buffer.from(text, 'hex');
const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ format: 'jwk' });
const elliptic = createTestPasskey('ES256').authenticator.coseKey;
const edwards = createTestPasskey('EdDSA').authenticator.coseKey;

test.each([
  ['nothing', hex('')],
  ['no map', hex('01')],
  ['an empty map', hex('a0')],
  ['a map without its end', elliptic.subarray(0, 40)],
  ['a point that is not on the curve', elliptic.with(elliptic.length - 1, (elliptic.at(-1) ?? 0) ^ 1)],
  [
    'P-384',
    Buffer.concat([
      hex('a501020338222002215830'),
      Buffer.from(x, 'base64url'),
      hex('225830'),
      Buffer.from(y, 'base64url'),
    ]),
  ],
  ['P-384 declared as ES256', Buffer.concat([hex('a5010203262002'), elliptic.subarray(7)])],
  ['EdDSA of another curve', Buffer.concat([hex('a4010103272007'), edwards.subarray(7)])],
  ['an Edwards key declared as ES256', Buffer.concat([hex('a4010103262006'), edwards.subarray(7)])],
  ['RSA without a modulus', hex('a301030339010021430100')],
])('rejects %s', (_, cose) => {
  expect(convertCoseToSpki(cose)).toBeUndefined();
});
