import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import { insertPersonStatement } from '../../platform/persons/personStatementStore.ts';
import { hashStatement } from '../../platform/persons/statement.ts';
import { createStopFile } from './stopFile.ts';
import { openStopWorld } from './stopWorld.testing.ts';

const {
  database,
  chain,
  keyOf,
  saveNewPersonStatements,
  saveStatement,
  sign,
  stop,
  start,
  createFolder,
  startSigner,
  queries,
  clear,
} = await openStopWorld();

const DAY_MS = 24 * 3_600_000;

afterEach(() => clear());

describe('nothing is signed', () => {
  test.each(['tess', 'cleo', 'ben'])('as soon as %s has signed a stop', async (who) => {
    const { listActive } = await startSigner();
    expect(await listActive()).toEqual([]);
    const stopped = await stop(who);
    expect(await listActive()).toEqual([stopped]);
    await database.run(sql`update operator_requests set status = 'refused'`);
    expect(await listActive()).toEqual([stopped]);
  });

  test('after a stop that was signed long ago, while no signer ran', async () => {
    const stopped = await stop('tess', new Date(Date.now() - 400 * DAY_MS));
    expect(await (await startSigner()).listActive()).toEqual([stopped]);
  });

  test('after the row of the stop was deleted and the signer restarted', async () => {
    const { stopStore } = createFolder();
    const { listActive } = await startSigner(stopStore);
    const stopped = await stop('tess');
    await listActive();
    await clear();
    expect(await listActive()).toEqual([stopped]);
    expect(await (await startSigner(stopStore)).listActive()).toEqual([stopped]);
  });

  test('after the key of the person who stopped it was revoked', async () => {
    chain.confirm('ben', chain.propose('anna', 'tara', ['treasurer']));
    await saveNewPersonStatements();
    const early = await startSigner();
    const stopped = await stop('tara');
    expect(await early.listActive()).toEqual([stopped]);
    chain.sign('anna', { act: 'revoke', arguments: { key: keyOf('tara').id } });
    await saveNewPersonStatements();
    expect(await early.listActive()).toEqual([stopped]);
    // A signer that sees it for the first time cannot distinguish it from one that was signed before.
    expect(await (await startSigner()).listActive()).toEqual([stopped]);
  });

  test('while a stop cannot be saved', async () => {
    const { stopStore } = createFolder();
    await stop('tess');
    const { listActive } = await startSigner({
      ...stopStore,
      save: () => Promise.reject(new Error('the disk is full')),
    });
    await expect(listActive()).rejects.toThrow('the disk is full');
  });
});

describe('the signer does not stop', () => {
  test.each(['vera', 'sam'])('for a stop that %s signed without the right', async (who) => {
    await stop(who);
    expect(await (await startSigner()).listActive()).toEqual([]);
  });

  test('for a stop without a signature, or with the signature of another text', async () => {
    const honest = sign('tess', 'stop-signing');
    await saveStatement({ ...honest, signature: Buffer.alloc(64) }, 'stop-signing');
    await saveStatement(
      { text: honest.text.replace('a test', 'another'), signature: honest.signature },
      'stop-signing',
    );
    await saveStatement({ text: 'stop', signature: honest.signature }, 'stop-signing');
    await saveStatement(sign('tess', 'hold'), 'stop-signing');
    await saveStatement(sign('mallory', 'stop-signing'), 'stop-signing');
    await saveStatement(sign('tess', 'stop-signing', { until: 'tomorrow' }), 'stop-signing');
    const { listActive } = await startSigner();
    expect(await listActive()).toEqual([]);
    // A signed stop among them stops the signer.
    const stopped = await stop('tom');
    expect(await listActive()).toEqual([stopped]);
  });

  test('for an invalid statement, which it judges again only after a minute', async () => {
    await saveStatement({ ...sign('tess', 'stop-signing'), signature: Buffer.alloc(64) }, 'stop-signing');
    const clock = { now: Date.now() };
    const { listActive } = await startSigner(undefined, () => new Date(clock.now));
    await listActive();
    queries.length = 0;
    for (let time = 0; time < 50; time += 1) await listActive();
    expect(queries).toHaveLength(50);
    expect(new Set(queries.map((text) => /from (\w+)/.exec(text)?.[1]))).toEqual(new Set(['operator_statements']));
    // The person who signed may be known by then.
    clock.now += 61_000;
    await listActive();
    expect(queries.length).toBeGreaterThan(51);
  });
});

test('reads an index of stops only, however many statements there are', async () => {
  await database.run(sql`
    insert into operator_statements (hash, nonce, person, act, text, signature, credential_kind, received_at)
    select encode(sha256(convert_to(n::text, 'UTF8')), 'hex'), n::text, 'tess', 'enter', n::text, ''::bytea, 'ed25519', now()
    from generate_series(1, 5000) n`);
  await database.run(sql`analyze operator_statements`);
  queries.length = 0;
  await (await startSigner()).listActive();
  const [look = ''] = queries;
  const { rows } = await database.pool.query<Record<string, string>>(
    `explain ${look.replace('?', "'{}'").replace('?', '200')}`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('operator_statements_stops');
  expect(plan).not.toContain('Seq Scan');
});

describe('the signer signs again', () => {
  test.each([
    ['tess', 'tom'],
    ['tess', 'cleo'],
    ['tess', 'anna'],
    ['ben', 'cleo'],
  ])('permanently once %s has requested it and %s has approved', async (who, by) => {
    const { stopStore, kept } = createFolder();
    const { listActive } = await startSigner(stopStore);
    const stopped = await stop('tess');
    await listActive();
    const started = await start(stopped, who, { by });
    expect(await listActive()).toEqual([]);
    expect(kept()).toMatchObject([{ hash: stopped, endedBy: started }]);
    // Deleted, and inserted again by another request.
    await database.run(sql`delete from operator_requests`);
    await database.run(sql`insert into operator_requests (action, subject, input, who, why, status, created_at, requested_with)
      values ('stop-signing', 'signer', '{}', 'tess', 'a test', 'approved', slipway_now(), ${stopped})`);
    expect(await listActive()).toEqual([]);
    expect(await (await startSigner(stopStore)).listActive()).toEqual([]);
  });

  test('after a restart between the stop and the start, and when it reads both at once', async () => {
    const { stopStore } = createFolder();
    const stopped = await stop('tess');
    await (await startSigner(stopStore)).listActive();
    const again = await startSigner(stopStore);
    expect(await again.listActive()).toEqual([stopped]);
    await start(stopped, 'tess', { by: 'tom' });
    expect(await again.listActive()).toEqual([]);
    expect(await (await startSigner()).listActive()).toEqual([]);
  });

  test('after a stop that ended while both keys were valid', async () => {
    chain.confirm('ben', chain.propose('anna', 'tina', ['treasurer']));
    await saveNewPersonStatements();
    const { stopStore } = createFolder();
    const seen = await startSigner(stopStore);
    const stopped = await stop('tess');
    await start(stopped, 'tess', { by: 'tina' });
    expect(await seen.listActive()).toEqual([]);
    chain.sign('anna', { act: 'revoke', arguments: { key: keyOf('tina').id } });
    await saveNewPersonStatements();
    expect(await (await startSigner(stopStore)).listActive()).toEqual([]);
    // Without its folder the signer does not know that the stops had ended: it is stopped until two people sign again.
    expect(await (await startSigner()).listActive()).toEqual([stopped]);
  });
});

describe('the signer cannot be started again', () => {
  async function startStoppedSigner() {
    const { listActive } = await startSigner();
    const hash = await stop('tess');
    return { hash, listActive };
  }
  const days = (count: number) => new Date(Date.now() - count * DAY_MS);

  test.each<[string, string, Parameters<typeof start>[2]]>([
    ['by one person', 'tess', {}],
    ['by one person twice', 'tess', { by: 'tess' }],
    ['by a person who may not request it', 'cleo', { by: 'tom' }],
    ['by an approval of a person who may not approve', 'tess', { by: 'sam' }],
    ['by a rejection', 'tess', { by: 'tom', answer: 'reject' }],
    ['by an approval of a rejected request', 'tess', { by: 'tom', status: 'rejected' }],
    ['by a pending request', 'tess', { by: 'tom', status: 'waiting' }],
    ['by an approval two days old', 'tess', { by: 'tom', at: days(2) }],
    ['by strangers', 'mallory', { by: 'trudy' }],
  ])('%s', async (_, who, answer) => {
    const { hash, listActive } = await startStoppedSigner();
    await start(hash, who, answer);
    expect(await listActive()).toEqual([hash]);
  });

  test('by a start signed for another stop, although its row was altered', async () => {
    const { hash, listActive } = await startStoppedSigner();
    const former = await stop('tom');
    const asking = await start(former, 'tess', { by: 'tom' });
    expect(await listActive()).toEqual([hash]);
    await database.run(
      sql`update operator_requests set input = ${JSON.stringify({ stop: hash })} where requested_with = ${asking}`,
    );
    expect(await listActive()).toEqual([hash]);
  });

  test('while the other of two stops is active', async () => {
    const { hash, listActive } = await startStoppedSigner();
    const other = await stop('cleo');
    expect(new Set(await listActive())).toEqual(new Set([hash, other]));
    await start(hash, 'tess', { by: 'tom' });
    expect(await listActive()).toEqual([other]);
    await start(other, 'tom', { by: 'cleo' });
    expect(await listActive()).toEqual([]);
  });

  test('by an approval with a revoked key, even if the revocation is deleted', async () => {
    chain.confirm('ben', chain.propose('anna', 'theo', ['treasurer']));
    chain.sign('anna', { act: 'revoke', arguments: { key: keyOf('theo').id } });
    const revocation = chain.statements.at(-1);
    if (!revocation) throw new Error('no revocation was signed');
    await saveNewPersonStatements();
    const { hash, listActive } = await startStoppedSigner();
    await start(hash, 'tess', { by: 'theo' });
    expect(await listActive()).toEqual([hash]);
    await database.run(sql`delete from person_statements where hash = ${hashStatement(revocation)}`);
    expect(await listActive()).toEqual([hash]);
    await database.transaction((transaction) => insertPersonStatement(transaction, revocation));
  });
});

describe('the file of stops', () => {
  test('survives a restart, and a damaged one is rejected', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'slipway-stops-')), 'stops');
    const hash = await stop('tess');
    await (await startSigner(createStopFile(path))).listActive();
    await clear();
    expect(await (await startSigner(createStopFile(path))).listActive()).toEqual([hash]);
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ hash, who: 'tess', endedBy: null });
    await writeFile(path, '{"hash":');
    await expect(startSigner(createStopFile(path))).rejects.toThrow('is not a list of stops');
  });
});
