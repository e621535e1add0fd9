import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { webhookEvent, webhookTypes } from '@slipway/contract/webhookEvents.ts';
import sql from 'sql-template-tag';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createAnswerKey, encryptAnswer } from '../../action/answerKey.ts';
import { type AnswerKeys, openAnswerKeys } from '../../action/answerKeyFiles.ts';
import { seedConfiguration } from '../../configuration/changeConfiguration.ts';
import { createApprovedRunner, parseRequestNumber } from '../../operator/commandLine/commandRunner.testing.ts';
import type { CommandName } from '../../operator/commandLine/commands.ts';
import { runCommand } from '../../operator/commandLine/runCommand.ts';
import { createCommandContext } from '../../operator/persons/testPersons.testing.ts';
import { deleteExpiredCallRecords } from '../../partner/api/callCleanupStore.ts';
import { useNonce } from '../../partner/api/nonceStore.ts';
import { encodePublicKey } from '../../partner/api/partnerKey.ts';
import { findPartnerKey, listPartnerKeyDates } from '../../partner/api/partnerKeyStore.ts';
import { beginWrite } from '../../partner/api/writeStore.ts';
import { findLinkKey } from '../../partner/linkKeyStore.ts';
import { assignEventPositions } from '../../partner/partnerEventStore.ts';
import { insertOrderEvents, openPartnerWorld, parsePostedEvent } from '../../partner/partnerWorld.testing.ts';
import { testKeys } from '../../partner/testPartner.testing.ts';
import { getTestKey } from '../../platform/persons/testPersonKeys.testing.ts';
import { sha256 } from '../../platform/secrets.ts';

const answer = { status: 204 };
const { database, posted, partners, deliver, pass } = await openPartnerWorld(() => answer);

const run = createApprovedRunner({ database, keys: testKeys });

await seedConfiguration(database, []);
for (const id of ['shop', 'other', 'new']) {
  const url = partners.get(id)?.webhookUrl ?? 'https://new.example/hook';
  await run('set', [
    'partner',
    id,
    'name=Shop',
    'kind=partner_site',
    'origins=https://shop.example',
    `webhookUrl=${url}`,
  ]);
}

beforeEach(() => {
  posted.length = 0;
  answer.status = 204;
});

const readNewestAuditLine = () =>
  database.many(sql`select action, subject, after from audit_trail where action <> 'set' order by id desc limit 1`);

describe('a webhook secret', () => {
  test('is shown once, stored encrypted, and signs later events', async () => {
    const [secret = ''] = (await run('rotate-secret', ['shop'], { 'at-once': 'yes' })).split('\n');
    expect(await readNewestAuditLine()).toEqual([
      { action: 'rotate-secret', subject: 'partner shop', after: { atOnce: true } },
    ]);
    await insertOrderEvents(database, 'shop', 1);
    await deliver();
    const [{ body, headers } = { body: '', headers: {} }] = posted;
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toBeTruthy();
    const plain = Buffer.from(secret.replace('whsec_', ''), 'base64');
    for (const { sealed } of await database.many<{ sealed: Buffer }>(sql`select sealed from partner_secrets`))
      expect(sealed.includes(plain)).toBe(false);
    expect(await run('partner', ['shop'])).not.toContain(secret);
  });

  test('needs the encryption key and an existing partner', async () => {
    await expect(createApprovedRunner({ database })('rotate-secret', ['shop'])).rejects.toThrow(
      'SLIPWAY_SECRET is missing',
    );
    await expect(run('rotate-secret', ['nobody'])).rejects.toThrow('there is no partner nobody');
  });
});

describe('a secret that two people approved', () => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-answers-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const answerKeys = openAnswerKeys(folder, 'a passphrase');
  const runAs = (by: string, command: CommandName, args: readonly string[]) =>
    runCommand(createCommandContext(by, { database, keys: testKeys, answerKeys }), command, args);
  const requestRotation = async () => parseRequestNumber(await runAs('anna', 'rotate-link-key', ['shop']));

  test('is collected by the requester once, and nothing remains on their machine', async () => {
    const request = await requestRotation();
    const [file = ''] = readdirSync(folder);
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, file), 'utf8')).toContain('BEGIN SLIPWAY OPERATOR KEY');
    expect(await runAs('anna', 'collect', [request])).toContain('waits for a second approval');
    const approved = await runAs('ben', 'approve', [request]);
    expect(approved).toBe(`anna can collect the answer: npm run operate -- collect ${request}`);
    await expect(runAs('ben', 'collect', [request])).rejects.toThrow('only anna can collect it');
    const [id = '', secret = ''] = (await runAs('anna', 'collect', [request])).split('\n');
    expect((await findLinkKey(database, testKeys.partnerSecrets, id))?.secret.toString('base64url')).toBe(secret);
    expect(readdirSync(folder)).toEqual([]);
    await expect(runAs('anna', 'collect', [request])).rejects.toThrow('has nothing for you here');
    expect(await database.many(sql`select who, approved_by from audit_trail order by id desc limit 1`)).toEqual([
      { who: 'anna', approvedBy: 'ben' },
    ]);
  });

  test('cannot be collected on another machine, with another passphrase, or if the answer was changed', async () => {
    const request = await requestRotation();
    await runAs('ben', 'approve', [request]);
    const collect = (keysOfMachine: AnswerKeys) =>
      runCommand(createCommandContext('anna', { database, answerKeys: keysOfMachine }), 'collect', [request]);
    await expect(collect(openAnswerKeys(join(folder, 'none'), ''))).rejects.toThrow('has nothing for you here');
    await expect(collect(openAnswerKeys(folder, 'another'))).rejects.toThrow('OPERATOR_KEY_PASSPHRASE');
    const sealed = await encryptAnswer((await createAnswerKey()).publicKey, 'a secret of others');
    await database.run(sql`update operator_requests set result = ${sealed} where id = ${request}`);
    await expect(collect(answerKeys)).rejects.toThrow('was changed, or encrypted for another key');
  });

  test('leaves no key after a failed request, and reads no other file', async () => {
    const before = readdirSync(folder);
    await expect(runAs('anna', 'rotate-link-key', ['nobody'])).rejects.toThrow('there is no partner nobody');
    const forged = {
      database,
      keys: testKeys,
      answerKeys,
      signer: { ...getTestKey('anna'), id: getTestKey('ben').id },
    };
    await expect(runCommand(createCommandContext('ben', forged), 'rotate-link-key', ['shop'])).rejects.toThrow(
      'signature',
    );
    expect(readdirSync(folder)).toEqual(before);
    writeFileSync(join(folder, 'other.key'), 'text');
    expect(await answerKeys.find('other')).toBeUndefined();
    expect(await answerKeys.find(`${'../../'.repeat(14)}a`)).toBeUndefined();
  });
});

describe("a key of a partner's server", () => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-partner-key-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const writeKeyFile = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };

  test('is shown once with its private key, which is not stored', async () => {
    const shown = await run('partner-key', ['shop']);
    const [, keyId = '', secret = ''] = /^slk_(\w{12})_([\w-]{43})\n/.exec(shown) ?? [];
    const stored = await findPartnerKey(database, keyId);
    expect(stored).toMatchObject({ partnerId: 'shop', secretHash: sha256(secret), isRetired: false });
    const [privatePem = ''] = /-{5}BEGIN PRIVATE KEY-{5}[^]+-{5}END PRIVATE KEY-{5}/.exec(shown) ?? [];
    expect(stored?.publicKey).toEqual(encodePublicKey(createPublicKey(privatePem)));
    expect(await readNewestAuditLine()).toEqual([
      { action: 'partner-key', subject: 'partner shop', after: { keyId, atOnce: false } },
    ]);
    const report = await run('partner', ['shop']);
    expect(report).toMatch(new RegExp(`^key +${keyId} from .+, never used$`, 'm'));
    expect(report).not.toContain(secret);
  });

  test('can use a public key from the partner, in PEM', async () => {
    const file = writeKeyFile('public.pem', publicKey.export({ format: 'pem', type: 'spki' }).toString());
    const shown = await run('partner-key', ['shop'], { 'public-key': file });
    expect(shown).not.toContain('PRIVATE');
    const [, keyId = ''] = /^slk_(\w{12})_/.exec(shown) ?? [];
    expect((await findPartnerKey(database, keyId))?.publicKey).toEqual(encodePublicKey(publicKey));
  });

  test.each([
    [
      'a private key',
      privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
      'this is not a public key in PEM',
    ],
    ['no key', 'hello', 'this is not a public key in PEM'],
    [
      'a key of another kind',
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'pem', type: 'spki' }).toString(),
      'the key must be Ed25519, it is ec',
    ],
    ['an incomplete key', '-----BEGIN PUBLIC KEY-----\nMCowBQ\n-----END PUBLIC KEY-----\n', ''],
  ])('is not created from %s', async (name, content, message) => {
    const file = writeKeyFile(`${name}.pem`, content);
    await expect(run('partner-key', ['shop'], { 'public-key': file })).rejects.toThrow(`${file}: ${message}`);
  });

  test('is not created from a missing file or for an unknown partner', async () => {
    await expect(run('partner-key', ['shop'], { 'public-key': join(folder, 'none') })).rejects.toThrow(
      'cannot be read',
    );
    await expect(run('partner-key', ['nobody'])).rejects.toThrow('there is no partner nobody');
  });

  test('leaves the former key valid for a day, or ends it at once on request', async () => {
    const listKeyLines = async () => (await run('partner', ['other'])).match(/^key .+$/gm) ?? [];
    // Ends the keys of other tests.
    await run('partner-key', ['other'], { 'at-once': 'yes' });
    await run('partner-key', ['other']);
    expect((await listKeyLines()).map((line) => /, until /.test(line))).toEqual([false, true]);
    await run('partner-key', ['other'], { 'at-once': 'yes' });
    expect(await listKeyLines()).toHaveLength(1);
  });

  test('is deleted with its nonces and writes when it is no longer needed', async () => {
    await run('partner-key', ['other'], { 'at-once': 'yes' });
    const { keyId } = (await listPartnerKeyDates(database, 'other'))[0] ?? { keyId: '' };
    const expiresAt = new Date(Date.now() - 11 * 60_000);
    await useNonce(database, keyId, { nonce: 'expired', expiresAt });
    await useNonce(database, keyId, { nonce: 'fresh', expiresAt: new Date() });
    await database.transaction((transaction) =>
      beginWrite(transaction, { partnerId: 'other', call: 'any', idempotencyKey: 'any' }, sha256('')),
    );
    await deleteExpiredCallRecords(database);
    expect(await database.many(sql`select nonce from partner_nonces`)).toEqual([{ nonce: 'fresh' }]);
    await run('partner-key', ['other'], { 'at-once': 'yes' });
    await pass(31 * 86_400);
    await deleteExpiredCallRecords(database);
    expect(await findPartnerKey(database, keyId)).toBeUndefined();
    expect(await listPartnerKeyDates(database, 'other')).toHaveLength(1);
    expect(await database.many(sql`select 1 from partner_writes`)).toEqual([]);
  });
});

describe('a replay', () => {
  test('of one event posts it again with the same id', async () => {
    const lane = await insertOrderEvents(database, 'shop', 2);
    await deliver();
    posted.length = 0;
    expect(await run('replay-events', ['shop', `evt_${lane}_1`])).toBe('1 event is sent again');
    await deliver();
    expect(posted.map(({ headers }) => headers['webhook-id'])).toEqual([`evt_${lane}_1`]);
  });

  test('since a position or a time keeps each order’s sequence, for this partner only', async () => {
    const earlier = await insertOrderEvents(database, 'shop', 3);
    await pass(60);
    const later = await insertOrderEvents(database, 'shop', 3);
    await insertOrderEvents(database, 'other', 1);
    while ((await assignEventPositions(database)) > 0);
    await deliver();
    const readSequences = (lane: string) =>
      posted.map(parsePostedEvent).flatMap((event) => (event.lane === lane ? event.sequence : []));
    const replayFrom = async (from: string) => {
      posted.length = 0;
      const output = await run('replay-events', ['shop'], { from });
      await deliver();
      return [output, readSequences(earlier), readSequences(later), posted.length];
    };
    const { position } = await database.one<{ position: number }>(
      sql`select position from partner_events where id = ${`evt_${earlier}_2`}`,
    );
    expect(await replayFrom(String(position))).toEqual(['5 events are sent again', [2, 3], [1, 2, 3], 5]);
    const { time } = await database.one<{ time: Date }>(sql`select slipway_now() - interval '30 seconds' as time`);
    expect(await replayFrom(time.toISOString())).toEqual(['3 events are sent again', [], [1, 2, 3], 3]);
  });

  test.each([
    [['shop'], {}],
    [['shop', 'evt_1'], { from: '1' }],
    [['shop'], { from: 'yesterday' }],
    [['new', 'evt_1'], {}],
  ])('of %j from %j is refused with what is missing', async (args, options) => {
    await expect(run('replay-events', args, options)).rejects.toThrow(/name an event|has no secret yet/);
  });
});

test('sends a test event of every type or of one, marked as a test', async () => {
  await run('test-events', ['shop']);
  await deliver();
  const events = posted.map(({ body }) => webhookEvent.parse(JSON.parse(body)));
  expect(events.map(({ type }) => type).toSorted()).toEqual(Object.keys(webhookTypes).toSorted());
  expect(events.every(({ test: isTest }) => isTest === true)).toBe(true);
  posted.length = 0;
  await run('test-events', ['shop', 'order.paid']);
  await deliver();
  expect(posted).toHaveLength(1);
  await expect(run('test-events', ['shop', 'order.sold'])).rejects.toThrow('there is no event type order.sold');
});

test('shows an endpoint that answered 410 as disabled, and delivers waiting events once it is enabled', async () => {
  const lane = await insertOrderEvents(database, 'shop', 2);
  answer.status = 410;
  await deliver();
  expect(await run('partner', ['shop'])).toMatch(/endpoint +off: it answered 410[^]*waiting: 2[^]*410/);
  const { id: event } = await database.one<{ id: string }>(
    sql`select id from partner_events where lane = ${lane} order by entry limit 1`,
  );
  expect(await run('partner', ['shop', event])).toMatch(new RegExp(`${event}[^]*"lane":"${lane}"[^]*\\n1 +\\S+ +410 `));
  await expect(run('partner', ['other', event])).rejects.toThrow(`other has no event ${event}`);
  answer.status = 204;
  expect(await run('switch-on', ['shop'])).toBe('the endpoint of shop is enabled');
  expect(await run('switch-on', ['shop'])).toBe('the endpoint of shop was already enabled');
  await deliver();
  expect(posted.map(parsePostedEvent)).toEqual([1, 1, 2].map((sequence) => ({ lane, sequence })));
  expect(await run('partner', ['shop'])).toMatch(/endpoint +on\n/);
});

test('refuses an origin that is no URL', async () => {
  await expect(run('set', ['partner', 'shop', 'origins=shop.example'])).rejects.toThrow('partner shop, origins');
});

describe('a partner’s webhook address', () => {
  test.each(['http://shop.example/hook', 'https://me:secret@shop.example/hook', 'ftp://shop.example', 'shop.example'])(
    '%s is refused',
    async (url) => {
      await expect(run('set', ['partner', 'shop', `webhookUrl=${url}`])).rejects.toThrow('webhookUrl');
    },
  );
});

describe('a key for signed links', () => {
  test('is shown once, stored encrypted, and verifies what it signed', async () => {
    const [id = '', secret = ''] = (await run('rotate-link-key', ['shop'])).split('\n');
    const key = Buffer.from(secret, 'base64url');
    expect(await readNewestAuditLine()).toMatchObject([{ action: 'rotate-link-key', subject: 'partner shop' }]);
    expect(await run('partner', ['shop'])).toMatch(new RegExp(`^link key +${id} from `, 'm'));
    expect(await findLinkKey(database, testKeys.partnerSecrets, id)).toEqual({ partnerId: 'shop', secret: key });
    for (const { sealed } of await database.many<{ sealed: Buffer }>(sql`select sealed from partner_link_keys`))
      expect(sealed.includes(key)).toBe(false);
  });
});
