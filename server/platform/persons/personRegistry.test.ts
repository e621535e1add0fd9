import { describe, expect, test } from 'vitest';
import { deriveSamplePersonKey } from '../../../sandbox/world/samplePersons.ts';
import { createPersonKey } from './personKey.ts';
import { buildPersonRegistry } from './personRegistry.ts';
import { getTestPasskey } from './testPasskeys.testing.ts';
import { createStatementChain, getTestKey } from './testPersonKeys.testing.ts';

test('gives every role to the owners of root keys', () => {
  const { enrolled } = createStatementChain('anna').read();
  expect(enrolled.get(getTestKey('anna').id)).toMatchObject({
    name: 'anna',
    roles: expect.arrayContaining(['admin', 'treasurer']),
  });
});

test('lets the first admin enrol the second, and no one else without a second signature', () => {
  const chain = createStatementChain('anna');
  const carl = chain.propose('anna', 'carl', ['treasurer']);
  expect(chain.names()).toEqual(['anna']);
  chain.propose('anna', 'ben', ['admin']);
  expect(chain.names()).toEqual(['anna', 'ben']);
  chain.confirm('anna', carl);
  expect(chain.names()).toEqual(['anna', 'ben']);
  chain.confirm('ben', carl);
  expect(chain.names()).toEqual(['anna', 'ben', 'carl']);
});

test('still requires two admins after one of two was revoked', () => {
  const chain = createStatementChain('anna', 'ben');
  chain.sign('anna', { act: 'revoke', arguments: { key: getTestKey('ben').id } });
  chain.propose('anna', 'zed', ['admin']);
  expect(chain.names()).toEqual(['anna']);
  expect(chain.read().waiting).toHaveLength(1);
});

test('does not change a person’s roles on that person’s own confirmation', () => {
  const chain = createStatementChain('anna', 'ben');
  const change = chain.sign('anna', {
    act: 'change-roles',
    arguments: { key: getTestKey('ben').id, roles: ['viewer'] },
  });
  expect(chain.read().enrolled.get(getTestKey('ben').id)?.roles).toContain('admin');
  chain.confirm('ben', change);
  expect(chain.read().enrolled.get(getTestKey('ben').id)?.roles).toContain('admin');
  expect(chain.read().waiting).toHaveLength(1);
});

test('lets one admin revoke a lost key and two enrol another', () => {
  const chain = createStatementChain('anna', 'ben', 'carl');
  chain.sign('anna', { act: 'revoke', arguments: { key: getTestKey('ben').id } });
  const next = createPersonKey(deriveSamplePersonKey('ben, newly'));
  const proposal = chain.propose('anna', 'ben', ['treasurer'], next);
  chain.confirm('carl', proposal);
  const { enrolled, former } = chain.read();
  expect(enrolled.get(next.id)?.name).toBe('ben');
  expect(enrolled.has(getTestKey('ben').id)).toBe(false);
  expect(former.has(getTestKey('ben').id)).toBe(true);
});

test('drops the proposals of a revoked key', () => {
  const chain = createStatementChain('anna', 'ben', 'carl');
  const proposal = chain.propose('ben', 'zed', ['admin']);
  chain.sign('anna', { act: 'revoke', arguments: { key: getTestKey('ben').id } });
  chain.confirm('carl', proposal);
  expect(chain.names()).toEqual(['anna', 'carl']);
});

test('lets a person who is no admin revoke only their own key', () => {
  const chain = createStatementChain('anna', 'ben');
  chain.confirm('ben', chain.propose('anna', 'carl', ['treasurer']));
  const own = chain.propose('carl', 'zed', ['admin']);
  chain.confirm('anna', own);
  chain.sign('carl', { act: 'revoke', arguments: { key: getTestKey('anna').id } });
  expect(chain.names()).toEqual(['anna', 'ben', 'carl']);
  chain.sign('carl', { act: 'revoke', arguments: { key: getTestKey('carl').id } });
  expect(chain.names()).toEqual(['anna', 'ben']);
  expect(chain.read().brokenAt).toBeUndefined();
});

test('ignores statements without a valid signature', () => {
  const chain = createStatementChain('anna', 'ben');
  chain.sign('mallory', {
    act: 'enrol',
    arguments: { name: 'mallory', roles: ['admin'], credential: { ...getTestKey('mallory').credential } },
  });
  const [forged] = chain.statements.splice(0);
  const carl = chain.propose('anna', 'carl', ['support']);
  chain.confirm('ben', carl);
  const other = { text: carl.text.replace('support', 'treasurer'), signature: carl.signature };
  const before = chain.read();
  for (const at of [0, 1, 2])
    expect(
      buildPersonRegistry(chain.statements.toSpliced(at, 0, forged ?? carl, other, carl), chain.rootKeys),
    ).toMatchObject({
      enrolled: before.enrolled,
      head: before.head,
      brokenAt: undefined,
    });
});

test('detects a statement removed from the middle, and by the former head one removed from the end', () => {
  const chain = createStatementChain('anna', 'ben', 'carl');
  chain.confirm('ben', chain.propose('anna', 'dora', ['support']));
  chain.sign('ben', { act: 'revoke', arguments: { key: getTestKey('carl').id } });
  for (const index of [0, 1])
    expect(buildPersonRegistry(chain.statements.toSpliced(index, 1), chain.rootKeys).brokenAt).toBeDefined();
  const cut = buildPersonRegistry(chain.statements.slice(0, -1), chain.rootKeys);
  expect(cut.hashes.has(chain.read().head)).toBe(false);
});

test('keeps the key of a person when others enrol it in another form', () => {
  const chain = createStatementChain('anna', 'ben', 'carl');
  chain.confirm('ben', chain.propose('anna', 'vera', ['viewer']));
  const { publicKey } = getTestKey('ben').credential;
  // The same key, and so the same id: in another base64 spelling, and as another kind.
  const others = [
    { kind: 'ed25519', form: 'spki', publicKey: publicKey.replace(/.(?==$)/, nextLetter) },
    { ...getTestPasskey('zed').credential, publicKey },
  ];
  for (const by of ['vera', 'anna'])
    for (const credential of others)
      chain.sign(by, { act: 'enrol', arguments: { name: 'zed', roles: ['viewer'], credential } });
  chain.sign('ben', { act: 'revoke', arguments: { key: getTestKey('anna').id } });
  expect(chain.names()).toEqual(['ben', 'carl', 'vera']);
  expect(chain.read().brokenAt).toBeUndefined();
});

test('treats a person with a passkey like others', () => {
  const chain = createStatementChain('anna', 'ben');
  const carl = getTestPasskey('carl');
  chain.confirm('ben', chain.propose('anna', 'carl', ['admin'], carl));
  expect(chain.read().enrolled.get(carl.id)).toEqual({
    name: 'carl',
    key: carl.id,
    roles: ['admin'],
    credential: carl.credential,
  });
  chain.sign('carl', { act: 'revoke', arguments: { key: getTestKey('ben').id } }, carl);
  expect(chain.names()).toEqual(['anna', 'carl']);
});

describe('an account for single sign-on', () => {
  const account = { issuer: 'https://login.example', subject: '248289761001' };
  const link = { act: 'link-sign-on', arguments: account };
  const unlink = (name: string) => ({ act: 'unlink-sign-on', arguments: { key: getTestKey(name).id } });
  const startChain = () => {
    const chain = createStatementChain('anna', 'ben');
    chain.confirm('ben', chain.propose('anna', 'vera', ['viewer']));
    chain.confirm('ben', chain.propose('anna', 'zed', ['support']));
    return { ...chain, accountOf: (name: string) => chain.read().signOnAccounts.get(getTestKey(name).id) };
  };

  test('is linked only by its person', () => {
    const chain = startChain();
    chain.sign('mallory', link);
    expect(chain.read().signOnAccounts.size).toBe(0);
    chain.sign('vera', link);
    expect(chain.accountOf('vera')).toEqual(account);
  });

  test('belongs to one person at a time', () => {
    const chain = startChain();
    chain.sign('vera', link);
    chain.sign('zed', link);
    expect(chain.accountOf('zed')).toBeUndefined();
    chain.sign('vera', unlink('vera'));
    chain.sign('zed', link);
    expect(chain.accountOf('zed')).toEqual(account);
  });

  test('is unlinked by its person or an admin', () => {
    const chain = startChain();
    chain.sign('vera', link);
    chain.sign('zed', unlink('vera'));
    expect(chain.accountOf('vera')).toEqual(account);
    chain.sign('ben', unlink('vera'));
    expect(chain.accountOf('vera')).toBeUndefined();
  });

  test('is removed with the key that signed it, and kept when roles change', () => {
    const chain = startChain();
    chain.sign('vera', link);
    const more = { act: 'change-roles', arguments: { key: getTestKey('vera').id, roles: ['support'] } };
    chain.confirm('ben', chain.sign('anna', more));
    expect(chain.accountOf('vera')).toEqual(account);
    chain.confirm(
      'ben',
      chain.propose('anna', 'vera', ['support'], createPersonKey(deriveSamplePersonKey('vera, newly'))),
    );
    expect(chain.read().signOnAccounts.size).toBe(0);
    chain.confirm('ben', chain.propose('anna', 'vera', ['support']));
    expect(chain.accountOf('vera')).toBeUndefined();
  });
});

test.each([
  ['without its origin', { origin: undefined }],
  ['without its id', { credentialId: undefined }],
  ['of an origin with a path', { origin: 'https://console.example/' }],
  ['of an origin without TLS', { origin: 'http://console.example' }],
  ['with a very long origin', { origin: `https://${'a.'.repeat(200)}example` }],
  ['with a very long id', { credentialId: 'A'.repeat(1368) }],
  ['with a very long key', { publicKey: 'A'.repeat(1028) }],
  ['in COSE', { form: 'cose' }],
  ['with an additional field', { counter: '1' }],
])('ignores a passkey %s', (_, odd) => {
  const chain = createStatementChain('anna');
  const definedParts = Object.entries({ ...getTestPasskey('ben').credential, ...odd }).filter(
    ([, part]) => part !== undefined,
  );
  const credential = Object.fromEntries(definedParts) as Record<string, string>;
  chain.sign('anna', { act: 'enrol', arguments: { name: 'ben', roles: ['admin'], credential } });
  expect(chain.names()).toEqual(['anna']);
  expect(chain.read().ignored).toHaveLength(1);
});

/** Returns the next character: decoding ignores the last two bits of a key's last character, so the key stays the same. */
function nextLetter(letter: string): string {
  return String.fromCharCode(letter.charCodeAt(0) + 1);
}
