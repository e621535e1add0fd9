import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { seedConfiguration } from '../../configuration/changeConfiguration.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import type { PersonKey } from '../../platform/persons/personKey.ts';
import { getTestKey, getTestRootKeys } from '../../platform/persons/testPersonKeys.testing.ts';
import type { CommandName } from '../commandLine/commands.ts';
import { runCommand } from '../commandLine/runCommand.ts';
import { createKeyFile, readKeyFile } from './keyFile.ts';
import { submitKey } from './submitKey.ts';
import { createCommandContext } from './testPersons.testing.ts';

const { database } = await openOwnDatabase(3);
const folder = mkdtempSync(joinPath(tmpdir(), 'slipway-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

await seedConfiguration(database, []);

beforeEach(async () => {
  await database.run(sql`alter table person_statements disable trigger all`);
  await database.run(sql`delete from person_statements`);
});

/** Runs a command in an installation whose host names these first admins. */
function runSignedBy(
  roots: readonly string[],
  by: string | PersonKey,
  act: CommandName,
  args: readonly string[],
  role?: string,
) {
  const signer = typeof by === 'string' ? getTestKey(by) : by;
  const options: Record<string, string> = role === undefined ? {} : { role };
  return runCommand(
    createCommandContext('anna', { database, rootKeys: getTestRootKeys(...roots), signer, options }),
    act,
    args,
  );
}

/** Invites a person as anna and submits their key; returns the key's id. */
async function inviteAndSubmitKey(
  roots: readonly string[],
  name: string,
  role: string,
  key = getTestKey(name),
): Promise<string> {
  const [code = ''] = (await runSignedBy(roots, 'anna', 'invite', [name], role)).split('\n');
  expect(await submitKey(database, key, code)).toContain(key.id);
  await expect(submitKey(database, key, code)).rejects.toThrow('this invitation does not exist');
  return key.id;
}

test('refuses without root keys on the host, and with a key that belongs to no one', async () => {
  await expect(runSignedBy([], 'anna', 'persons', [])).rejects.toThrow('OPERATOR_ROOT_KEYS names the first admins');
  await expect(runSignedBy(['anna'], 'zoe', 'persons', [])).rejects.toThrow('belongs to no one here');
});

test('a single admin can enrol only the second admin, and do nothing else that needs two people', async () => {
  const roots = ['anna'];
  await expect(runSignedBy(roots, 'anna', 'invite', ['carl'], 'support')).rejects.toThrow(
    'invite the other admin first',
  );
  expect(await runSignedBy(roots, 'anna', 'allow-address', ['bitcoin', 'bc1q'])).toMatch(
    /waits for a second approval.*\nNo one else has the role yet: npm run operate -- invite NAME --role admin/,
  );
  const key = await inviteAndSubmitKey(roots, 'ben', 'admin');
  await expect(runSignedBy(roots, 'ben', 'persons', [])).rejects.toThrow('belongs to no one here');
  expect(await runSignedBy(roots, 'anna', 'enrol', ['ben', key], 'admin')).toBe('ben is admin');
  expect(await runSignedBy(roots, 'ben', 'persons', [])).toContain(key);
});

test('two admins enrol a third person by signing the same roles', async () => {
  const roots = ['anna', 'ben'];
  const key = await inviteAndSubmitKey(roots, 'carl', 'treasurer,support');
  expect(await runSignedBy(roots, 'anna', 'enrol', ['carl', key], 'treasurer,support')).toContain(
    'another admin has to confirm',
  );
  expect(await runSignedBy(roots, 'anna', 'persons', [])).toContain('Waiting for a second admin');
  await runSignedBy(roots, 'ben', 'enrol', ['carl', key], 'admin');
  await expect(runSignedBy(roots, 'carl', 'persons', [])).rejects.toThrow('belongs to no one here');
  expect(await runSignedBy(roots, 'ben', 'enrol', ['carl', key], 'support,treasurer')).toBe(
    'carl is treasurer, support',
  );
  await expect(runSignedBy(roots, 'carl', 'invite', ['dora'], 'admin')).rejects.toThrow(
    'invite requires the admin role',
  );
});

test('an admin revokes a lost key, and two enrol another', async () => {
  const roots = ['anna', 'ben', 'berta'];
  expect(await runSignedBy(roots, 'anna', 'revoke', ['berta'])).toContain('is revoked');
  await expect(runSignedBy(roots, 'berta', 'persons', [])).rejects.toThrow('was revoked');
  const next = await createKeyFile(joinPath(folder, 'berta.pem'), '');
  await inviteAndSubmitKey(roots, 'berta', 'support', next);
  await runSignedBy(roots, 'anna', 'enrol', ['berta', next.id], 'support');
  expect(await runSignedBy(roots, 'ben', 'enrol', ['berta', next.id], 'support')).toBe('berta is support');
  expect(await runSignedBy(roots, next, 'persons', [])).toContain(next.id);
});

test('a change of roles needs two people', async () => {
  const roots = ['anna', 'ben'];
  expect(await runSignedBy(roots, 'anna', 'change-roles', ['ben'], 'viewer')).toContain('another admin has to confirm');
  await runSignedBy(roots, 'anna', 'change-roles', ['ben'], 'viewer');
  expect(await runSignedBy(roots, 'anna', 'persons', [])).toMatch(/ben +viewer, support, compliance, treasurer, admin/);
});

test('does not enrol a key that another person put into the invitation', async () => {
  const roots = ['anna', 'ben'];
  const key = await inviteAndSubmitKey(roots, 'dora', 'support');
  const { publicKey } = getTestKey('mallory').credential;
  await database.run(sql`update invitations set public_key = ${Buffer.from(publicKey, 'base64')} where name = 'dora'`);
  await expect(runSignedBy(roots, 'anna', 'enrol', ['dora', key], 'support')).rejects.toThrow(
    'no one has joined as dora',
  );
  await expect(runSignedBy(roots, 'anna', 'enrol', ['dora', getTestKey('mallory').id], 'support')).rejects.toThrow(
    'has not proved',
  );
});

describe('a key file', () => {
  test('is readable only by its owner, and opened by its passphrase', async () => {
    const path = joinPath(folder, 'own', 'operator.pem');
    const { id } = await createKeyFile(path, 'a passphrase');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toContain('BEGIN SLIPWAY OPERATOR KEY');
    expect((await readKeyFile(path, 'a passphrase')).id).toBe(id);
    await expect(readKeyFile(path, '')).rejects.toThrow('OPERATOR_KEY_PASSPHRASE');
    await expect(createKeyFile(path, '')).rejects.toThrow('already exists');
    chmodSync(path, 0o640);
    await expect(readKeyFile(path, 'a passphrase')).rejects.toThrow('other users can read');
    await expect(readKeyFile(joinPath(folder, 'none.pem'), '')).rejects.toThrow('you have no key');
  });
});
