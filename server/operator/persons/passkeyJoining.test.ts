import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { seedConfiguration } from '../../configuration/changeConfiguration.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { roleDatabase } from '../../platform/database/roles/roleDatabase.testing.ts';
import { judgeStatement, lifetimesMs } from '../../platform/persons/judgeStatement.ts';
import { challengeOf, passkeySignatureOf } from '../../platform/persons/passkeySignature.ts';
import { loadPersons } from '../../platform/persons/personStatementStore.ts';
import { type Act, rights } from '../../platform/persons/rights.ts';
import { CONSOLE, newPasskey, type Passkey } from '../../platform/persons/somePasskeys.testing.ts';
import { keyOf, rootsOf } from '../../platform/persons/somePersons.testing.ts';
import type { SignedStatement } from '../../platform/persons/statement.ts';
import { requestIn } from '../commandRunner.testing.ts';
import { findRequest } from '../requestStore.ts';
import { runCommand } from '../runCommand.ts';
import { judgeRequest } from './judgeRequest.ts';
import { joinWithPasskey, passkeyJoinOptions, passkeyJoinText } from './passkeyJoining.ts';
import { typedBy } from './testPersons.testing.ts';

const { database } = await openOwnDatabase(3);
await seedConfiguration(database, []);
const rootKeys = rootsOf('anna', 'ben');
const site = { origin: CONSOLE.origin, name: 'Slipway' };
/** A console stands before the operator's role. */
const atConsole = roleDatabase(database, 'operator');

function say(signer: ReturnType<typeof keyOf>, act: Act, words: readonly string[], role?: string) {
  const options: Record<string, string> = role === undefined ? {} : { role };
  return runCommand(typedBy('anna', { database, rootKeys, signer, options }), act, words);
}

async function invite(name: string, role: string): Promise<string> {
  return (await say(keyOf('anna'), 'invite', [name], role)).split('\n')[0] ?? '';
}

type Lies = Parameters<Passkey['authenticator']['create']>[1];

async function create(code: string, passkey: Passkey, lies: Lies = {}) {
  return passkey.authenticator.create((await passkeyJoinOptions(atConsole, code, site)).challenge, lies);
}

function signedBy({ authenticator }: Passkey, text: string): SignedStatement {
  return { text, signature: passkeySignatureOf(authenticator.answer(challengeOf(text)).response) };
}

/** As a browser does it. */
async function joined(name: string, role: string, passkey: Passkey) {
  const code = await invite(name, role);
  const created = await create(code, passkey);
  const proof = signedBy(passkey, await passkeyJoinText(atConsole, { code, created }, site));
  return { person: await joinWithPasskey(atConsole, { code, created, proof }, site), code, created, proof };
}

test('a browser is asked for a passkey that finds itself, and verifies its holder', async () => {
  const options = await passkeyJoinOptions(atConsole, await invite('zoe', 'viewer'), site);
  expect(options).toMatchObject({
    rp: { id: 'console.example', name: 'Slipway' },
    user: { name: 'zoe' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  expect(options.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-8, -7, -257]);
});

describe.each(['ES256', 'EdDSA', 'RS256'] as const)('a person with a passkey of %s', (algorithm) => {
  const name = `p-${algorithm.toLowerCase()}`;
  const passkey = newPasskey(algorithm);

  test('joins, is enrolled by two at the command line, and says what others do', async () => {
    const { person } = await joined(name, 'admin', passkey);
    expect(person).toEqual({ name, roles: ['admin'], key: passkey.id });
    expect(await say(keyOf('anna'), 'enrol', [name, passkey.id], 'admin')).toContain('another admin has to say');
    expect(await say(keyOf('ben'), 'enrol', [name, passkey.id], 'admin')).toBe(`${name} is admin`);
    const persons = await loadPersons(database, rootKeys);
    expect(persons.enrolled.get(passkey.id)?.credential).toEqual(passkey.credential);
    expect(await say(passkey, 'persons', [])).toMatch(
      new RegExp(`${name} +admin +${passkey.id} +by passkey at https://console.example`),
    );

    // What takes two: asked for by one passkey and agreed to by a key file, and the other way round.
    const value = () =>
      database.one<{ value: { value: string } }>(
        sql`select value from configuration where kind = 'rule' and key = 'secondPersonAboveEuro'`,
      );
    const asked = requestIn(await say(passkey, 'set', ['rule', 'secondPersonAboveEuro', '111']));
    await expect(say(passkey, 'approve', [asked])).rejects.toThrow('your own');
    const judged = async () => {
      const request = await findRequest(database, Number(asked));
      return request && judgeRequest({ database, rootKeys }, request);
    };
    expect(await judged()).toMatchObject({ kind: 'refused', reason: 'second_missing' });
    await say(keyOf('anna'), 'approve', [asked]);
    expect((await value()).value.value).toBe('111');
    expect(await judged()).toMatchObject({ kind: 'refused', reason: 'replayed' });
    const other = requestIn(await say(keyOf('anna'), 'set', ['rule', 'secondPersonAboveEuro', '112']));
    await say(passkey, 'approve', [other]);
    expect((await value()).value.value).toBe('112');
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
        judgeStatement(signed, {
          persons,
          now: await database.now(),
          lifetimeMs: lifetimesMs.done,
          by: rights.set.asks,
        }),
      ).toMatchObject({ kind: 'ok', person: { name } });
  });
});

test('an invitation is good for one passkey', async () => {
  const passkey = newPasskey();
  const { code, created, proof } = await joined('dora', 'support', passkey);
  await expect(joinWithPasskey(atConsole, { code, created, proof }, site)).rejects.toThrow('no such invitation');
  await expect(passkeyJoinOptions(atConsole, code, site)).rejects.toThrow('no such invitation');
});

test('of two who join at one moment the first one does', async () => {
  const code = await invite('eve', 'support');
  const passkey = newPasskey();
  const created = await create(code, passkey);
  const proof = signedBy(passkey, await passkeyJoinText(atConsole, { code, created }, site));
  const ends = await Promise.allSettled(
    [1, 2, 3].map(() => joinWithPasskey(atConsole, { code, created, proof }, site)),
  );
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

describe('nobody joins with a passkey', () => {
  test.each<[string, Lies]>([
    ['of another site', { rpId: 'other.example' }],
    ['made at another origin', { origin: 'https://other.example' }],
    ['whose holder was not verified', { verified: false }],
    ['made with nobody there', { flags: 0x01 }],
    ['made within another site', { client: { crossOrigin: true } }],
    ['that is no new one', { client: { type: 'webauthn.get' } }],
  ])('%s', async (_, lies) => {
    const code = await invite('fred', 'support');
    const created = await create(code, newPasskey(), lies);
    await expect(passkeyJoinText(atConsole, { code, created }, site)).rejects.toThrow('was not made here, just now');
  });

  test('made for another invitation, or for an earlier question', async () => {
    const [code, other] = [await invite('gina', 'support'), await invite('gina', 'admin')];
    const former = await create(code, newPasskey());
    const created = await create(other, newPasskey());
    await create(code, newPasskey());
    for (const wrong of [former, created])
      await expect(passkeyJoinText(atConsole, { code, created: wrong }, site)).rejects.toThrow('was not made here');
  });

  test('after five minutes, or before a browser was asked', async () => {
    const code = await invite('hal', 'support');
    const created = newPasskey().authenticator.create('x');
    await expect(passkeyJoinText(atConsole, { code, created }, site)).rejects.toThrow('five minutes are over');
    const late = await create(code, newPasskey());
    await database.run(sql`update invitations set challenge_ends_at = slipway_now() where name = 'hal'`);
    await expect(passkeyJoinText(atConsole, { code, created: late }, site)).rejects.toThrow('five minutes are over');
  });

  test('that it has not proved to have', async () => {
    const code = await invite('ida', 'support');
    const [passkey, stranger] = [newPasskey(), newPasskey()];
    const created = await create(code, passkey);
    const text = await passkeyJoinText(atConsole, { code, created }, site);
    const other = await joined('jan', 'support', newPasskey());
    const proofs = [
      signedBy(stranger, text),
      signedBy(passkey, text.replace('"ida"', '"jan"')),
      signedBy(passkey, text.replace('"join"', '"enrol"')),
      signedBy(passkey, text.replace(passkey.id, stranger.id)),
      other.proof,
    ];
    for (const proof of proofs)
      await expect(joinWithPasskey(atConsole, { code, created, proof }, site)).rejects.toThrow('it is not proved');
    expect(await joinWithPasskey(atConsole, { code, created, proof: signedBy(passkey, text) }, site)).toMatchObject({
      name: 'ida',
    });
  });

  test('that another has put into the invitation: none is enrolled', async () => {
    const { person } = await joined('kim', 'support', newPasskey());
    await database.run(sql`update invitations set credential_origin = 'https://evil.example' where name = 'kim'`);
    await expect(say(keyOf('anna'), 'enrol', ['kim', person.key], 'support')).rejects.toThrow('has not proved');
  });

  test('at an origin where browsers let none sign', async () => {
    const code = await invite('lea', 'support');
    const odd = { ...site, origin: 'http://console.example' };
    await expect(passkeyJoinOptions(atConsole, code, odd)).rejects.toThrow('it takes https://HOST');
  });
});
