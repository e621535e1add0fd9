import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { findRequest } from '../../action/requests/requestStore.ts';
import { setConfiguration } from '../../configuration/actions/changeConfiguration.ts';
import { seedConfiguration } from '../../configuration/changeConfiguration.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { roleDatabase } from '../../platform/database/roles/roleDatabase.testing.ts';
import { computeChallenge, encodePasskeySignature } from '../../platform/persons/passkeySignature.ts';
import { loadPersonRegistry } from '../../platform/persons/personStatementStore.ts';
import type { SignedStatement } from '../../platform/persons/statement.ts';
import { CONSOLE, createTestPasskey, type Passkey } from '../../platform/persons/testPasskeys.testing.ts';
import { getTestKey, getTestRootKeys } from '../../platform/persons/testPersonKeys.testing.ts';
import { statementLifetimesMs, verifyStatement } from '../../platform/persons/verifyStatement.ts';
import { parseRequestNumber } from '../commandLine/commandRunner.testing.ts';
import type { CommandName } from '../commandLine/commands.ts';
import { runCommand } from '../commandLine/runCommand.ts';
import { buildPasskeyJoinOptions, buildPasskeyJoinText, joinWithPasskey } from './joinWithPasskey.ts';
import { judgeRequest } from './judgeRequest.ts';
import { createCommandContext } from './testPersons.testing.ts';

const { database } = await openOwnDatabase(3);
await seedConfiguration(database, []);
const rootKeys = getTestRootKeys('anna', 'ben');
const site = { origin: CONSOLE.origin, name: 'Slipway' };
/** The database with the console's role. */
const atConsole = roleDatabase(database, 'operator');

function runSignedBy(signer: ReturnType<typeof getTestKey>, act: CommandName, args: readonly string[], role?: string) {
  const options: Record<string, string> = role === undefined ? {} : { role };
  return runCommand(createCommandContext('anna', { database, rootKeys, isSandbox: true, signer, options }), act, args);
}

async function invite(name: string, role: string): Promise<string> {
  return (await runSignedBy(getTestKey('anna'), 'invite', [name], role)).split('\n')[0] ?? '';
}

type PasskeyFaults = Parameters<Passkey['authenticator']['create']>[1];

async function createPasskey(code: string, passkey: Passkey, faults: PasskeyFaults = {}) {
  return passkey.authenticator.create((await buildPasskeyJoinOptions(atConsole, code, site)).challenge, faults);
}

function signProof({ authenticator }: Passkey, text: string): SignedStatement {
  return { text, signature: encodePasskeySignature(authenticator.answer(computeChallenge(text)).response) };
}

/** Invites a person, creates the passkey and joins with it, as a browser does. */
async function inviteAndJoin(name: string, role: string, passkey: Passkey) {
  const code = await invite(name, role);
  const created = await createPasskey(code, passkey);
  const proof = signProof(passkey, await buildPasskeyJoinText(atConsole, { code, created }, site));
  return { person: await joinWithPasskey(atConsole, { code, created, proof }, site), code, created, proof };
}

test('requests a discoverable passkey with user verification', async () => {
  const options = await buildPasskeyJoinOptions(atConsole, await invite('zoe', 'viewer'), site);
  expect(options).toMatchObject({
    rp: { id: 'console.example', name: 'Slipway' },
    user: { name: 'zoe' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  expect(options.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-8, -7, -257]);
});

describe.each(['ES256', 'EdDSA', 'RS256'] as const)('a person with a passkey of %s', (algorithm) => {
  const name = `p-${algorithm.toLowerCase()}`;
  const passkey = createTestPasskey(algorithm);

  test('joins, is enrolled by two on the command line, and signs actions', async () => {
    const { person } = await inviteAndJoin(name, 'admin', passkey);
    expect(person).toEqual({ name, roles: ['admin'], key: passkey.id });
    expect(await runSignedBy(getTestKey('anna'), 'enrol', [name, passkey.id], 'admin')).toContain(
      'another admin has to confirm',
    );
    expect(await runSignedBy(getTestKey('ben'), 'enrol', [name, passkey.id], 'admin')).toBe(`${name} is admin`);
    const persons = await loadPersonRegistry(database, rootKeys);
    expect(persons.enrolled.get(passkey.id)?.credential).toEqual(passkey.credential);
    expect(await runSignedBy(passkey, 'persons', [])).toMatch(
      new RegExp(`${name} +admin +${passkey.id} +by passkey at https://console.example`),
    );

    // A request that needs two people: requested with a passkey and approved with a key file, then the reverse.
    const readThreshold = () =>
      database.one<{ value: { value: string } }>(
        sql`select value from configuration where kind = 'rule' and key = 'secondPersonAboveEuro'`,
      );
    const requestNumber = parseRequestNumber(
      await runSignedBy(passkey, 'set', ['rule', 'secondPersonAboveEuro', '111']),
    );
    await expect(runSignedBy(passkey, 'approve', [requestNumber])).rejects.toThrow('your own');
    const judge = async () => {
      const request = await findRequest(database, Number(requestNumber));
      return request && judgeRequest({ database, rootKeys, isSandbox: true }, setConfiguration, request);
    };
    expect(await judge()).toMatchObject({ kind: 'refused', reason: 'second_missing' });
    await runSignedBy(getTestKey('anna'), 'approve', [requestNumber]);
    expect((await readThreshold()).value.value).toBe('111');
    expect(await judge()).toMatchObject({ kind: 'refused', reason: 'replayed' });
    const other = parseRequestNumber(
      await runSignedBy(getTestKey('anna'), 'set', ['rule', 'secondPersonAboveEuro', '112']),
    );
    await runSignedBy(passkey, 'approve', [other]);
    expect((await readThreshold()).value.value).toBe('112');
    const kinds = await database.many(
      sql`select act, credential_kind as kind from operator_statements where person = ${name} order by id`,
    );
    expect(kinds).toEqual([
      { act: 'set', kind: 'passkey' },
      { act: 'approve', kind: 'passkey' },
    ]);

    const statements = await database.many<SignedStatement>(
      sql`select text, signature from operator_statements where person = ${name}`,
    );
    for (const signed of statements)
      expect(
        verifyStatement(signed, {
          persons,
          now: await database.now(),
          lifetimeMs: statementLifetimesMs.done,
          by: setConfiguration.right.requesters,
        }),
      ).toMatchObject({ kind: 'ok', person: { name } });
  });
});

test('an invitation is valid for one passkey', async () => {
  const passkey = createTestPasskey();
  const { code, created, proof } = await inviteAndJoin('dora', 'support', passkey);
  await expect(joinWithPasskey(atConsole, { code, created, proof }, site)).rejects.toThrow(
    'this invitation does not exist',
  );
  await expect(buildPasskeyJoinOptions(atConsole, code, site)).rejects.toThrow('this invitation does not exist');
});

test('only the first of concurrent joins succeeds', async () => {
  const code = await invite('eve', 'support');
  const passkey = createTestPasskey();
  const created = await createPasskey(code, passkey);
  const proof = signProof(passkey, await buildPasskeyJoinText(atConsole, { code, created }, site));
  const ends = await Promise.allSettled(
    [1, 2, 3].map(() => joinWithPasskey(atConsole, { code, created, proof }, site)),
  );
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

describe('a passkey is not accepted', () => {
  test.each<[string, PasskeyFaults]>([
    ['of another site', { rpId: 'other.example' }],
    ['made at another origin', { origin: 'https://other.example' }],
    ['whose holder was not verified', { verified: false }],
    ['made without user presence', { flags: 0x01 }],
    ['made within another site', { client: { crossOrigin: true } }],
    ['that is not new', { client: { type: 'webauthn.get' } }],
  ])('%s', async (_, faults) => {
    const code = await invite('fred', 'support');
    const created = await createPasskey(code, createTestPasskey(), faults);
    await expect(buildPasskeyJoinText(atConsole, { code, created }, site)).rejects.toThrow('was not just created here');
  });

  test('made for another invitation, or for an earlier challenge', async () => {
    const [code, other] = [await invite('gina', 'support'), await invite('gina', 'admin')];
    const former = await createPasskey(code, createTestPasskey());
    const created = await createPasskey(other, createTestPasskey());
    await createPasskey(code, createTestPasskey());
    for (const wrong of [former, created])
      await expect(buildPasskeyJoinText(atConsole, { code, created: wrong }, site)).rejects.toThrow(
        'was not just created here',
      );
  });

  test('after five minutes, or without a challenge', async () => {
    const code = await invite('hal', 'support');
    const created = createTestPasskey().authenticator.create('x');
    await expect(buildPasskeyJoinText(atConsole, { code, created }, site)).rejects.toThrow('five minutes have passed');
    const late = await createPasskey(code, createTestPasskey());
    await database.run(sql`update invitations set challenge_ends_at = slipway_now() where name = 'hal'`);
    await expect(buildPasskeyJoinText(atConsole, { code, created: late }, site)).rejects.toThrow(
      'five minutes have passed',
    );
  });

  test('without proof of possession', async () => {
    const code = await invite('ida', 'support');
    const [passkey, stranger] = [createTestPasskey(), createTestPasskey()];
    const created = await createPasskey(code, passkey);
    const text = await buildPasskeyJoinText(atConsole, { code, created }, site);
    const other = await inviteAndJoin('jan', 'support', createTestPasskey());
    const proofs = [
      signProof(stranger, text),
      signProof(passkey, text.replace('"ida"', '"jan"')),
      signProof(passkey, text.replace('"join"', '"enrol"')),
      signProof(passkey, text.replace(passkey.id, stranger.id)),
      other.proof,
    ];
    for (const proof of proofs)
      await expect(joinWithPasskey(atConsole, { code, created, proof }, site)).rejects.toThrow(
        'you have not proved possession',
      );
    expect(await joinWithPasskey(atConsole, { code, created, proof: signProof(passkey, text) }, site)).toMatchObject({
      name: 'ida',
    });
  });

  test('whose origin was changed in the database', async () => {
    const { person } = await inviteAndJoin('kim', 'support', createTestPasskey());
    await database.run(sql`update invitations set credential_origin = 'https://evil.example' where name = 'kim'`);
    await expect(runSignedBy(getTestKey('anna'), 'enrol', ['kim', person.key], 'support')).rejects.toThrow(
      'has not proved',
    );
  });

  test('at an origin where browsers do not allow passkeys', async () => {
    const code = await invite('lea', 'support');
    const odd = { ...site, origin: 'http://console.example' };
    await expect(buildPasskeyJoinOptions(atConsole, code, odd)).rejects.toThrow('use https://HOST');
  });
});
