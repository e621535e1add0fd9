import { expect, test } from 'vitest';
import type { Person } from '../../platform/persons/personRegistry.ts';
import type { SessionRow } from './peopleStore.ts';
import { presentSessions } from './presentSessions.ts';

const at = new Date('2026-11-21T10:38:12.000Z');
const tokenHash = Buffer.alloc(32, 1);
const row: SessionRow = {
  id: '0101010101010101',
  tokenHash,
  person: 'anna',
  keyId: 'of a key file',
  browser: 'Firefox',
  system: 'Linux',
  startedAt: at,
  activeAt: at,
  bySignOn: false,
};
const keyFile: Person = {
  name: 'anna',
  key: row.keyId,
  roles: ['admin'],
  credential: { kind: 'ed25519', form: 'spki', publicKey: '' },
};
const passkey: Person = {
  ...keyFile,
  key: 'of a passkey',
  credential: { kind: 'passkey', form: 'spki', publicKey: '', origin: 'https://console.example', credentialId: '' },
};
const registry = { enrolled: new Map([keyFile, passkey].map((person) => [person.key, person])) };

test.each([
  ['of a key file', false, 'ed25519'],
  ['of a passkey', false, 'passkey'],
  ['of a key file', true, 'single_sign_on'],
])('a session with the key %j, by single sign-on: %j, was opened by %s', (keyId, bySignOn, signedInBy) => {
  expect(presentSessions([{ ...row, keyId, bySignOn }], registry, tokenHash)).toEqual([
    {
      id: row.id,
      person: 'anna',
      browser: 'Firefox',
      system: 'Linux',
      startedAt: at.toISOString(),
      activeAt: at.toISOString(),
      signedInBy,
      isThis: true,
    },
  ]);
});

test('the session of a revoked key is omitted', () => {
  expect(presentSessions([{ ...row, keyId: 'of a revoked key' }, row], registry, tokenHash)).toHaveLength(1);
});
