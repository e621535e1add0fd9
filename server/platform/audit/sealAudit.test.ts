import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openOwnDatabase } from '../database/ownDatabase.testing.ts';
import { insertPersonStatement, loadPersonRegistry } from '../persons/personStatementStore.ts';
import { createStatementChain } from '../persons/testPersonKeys.testing.ts';
import type { PurposeKeys } from '../secrets.ts';
import { readAnchors } from './anchorFile.ts';
import { appendAuditLine, listAuditLines } from './auditStore.ts';
import { findAuditFault } from './findAuditFault.ts';
import { createAuditSealer } from './sealAudit.ts';

const { database } = await openOwnDatabase(3);
const folder = mkdtempSync(join(tmpdir(), 'slipway-anchor-'));
afterAll(() => rmSync(folder, { recursive: true }));
// The tables' owner can disable triggers.
for (const off of [
  sql`alter table audit_trail disable trigger all`,
  sql`alter table audit_seals disable trigger all`,
  sql`alter table person_statements disable trigger all`,
])
  await database.run(off);

const key = Buffer.alloc(32, 7);
const former = Buffer.alloc(32, 6);
const { rootKeys, statements } = createEnrolledChain();
let files = 0;
let anchorFile = '';

function createEnrolledChain() {
  const chain = createStatementChain('anna', 'ben');
  chain.propose('anna', 'carl', ['support']);
  return chain;
}

beforeEach(async () => {
  await database.run(sql`truncate audit_trail, audit_seals, person_statements restart identity`);
  for (const signed of statements)
    await database.transaction((transaction) => insertPersonStatement(transaction, signed));
  files += 1;
  anchorFile = join(folder, `${files}.jsonl`);
});

async function decide(...reasons: string[]): Promise<void> {
  for (const why of reasons)
    await database.transaction((transaction) =>
      appendAuditLine(transaction, {
        who: 'anna',
        approvedBy: null,
        why,
        action: 'set',
        subject: 'fee',
        before: null,
        after: { b: 1, a: why },
      }),
    );
}

function createSealer(given: { readonly anchorFile?: string } = { anchorFile }, keys: PurposeKeys = [key]) {
  const faults: string[] = [];
  const round = createAuditSealer({
    database,
    keys,
    rootKeys,
    anchorFile: given.anchorFile,
    onFault: async (fault) => void faults.push(fault),
  });
  return { round, faults };
}

/** Records three decisions, each sealed and anchored before the next. */
async function sealThreeDecisions() {
  const { round, faults } = createSealer();
  for (const why of ['one', 'two', 'three']) {
    await decide(why);
    await round();
  }
  return { round, faults };
}

/** Rewrites every line, with hashes that are consistent with each other. */
async function rewriteTrail(change: (whys: readonly string[]) => readonly string[]): Promise<void> {
  const whys = (await listAuditLines(database, 100)).map(({ why }) => why).toReversed();
  await database.run(sql`truncate audit_trail restart identity`);
  await decide(...change(whys));
}

async function verify({
  withKey = true,
  withAnchors = true,
  keys = [key] as PurposeKeys,
} = {}): Promise<string | undefined> {
  return findAuditFault(database, {
    keys: withKey ? keys : undefined,
    anchors: withAnchors ? await readAnchors(anchorFile) : [],
    persons: await loadPersonRegistry(database, rootKeys),
  });
}

test('seals the trail again with a new key at once, so that the former key can be removed', async () => {
  const before = createSealer({}, [former]);
  await decide('one');
  await before.round();
  const stranger = createSealer({});
  await stranger.round();
  expect(stranger.faults).toEqual(['the seal of line 1 was not made by the server']);
  const withBothKeys = createSealer({}, [key, former]);
  await withBothKeys.round();
  await withBothKeys.round();
  expect(await database.many(sql`select 1 from audit_seals`)).toHaveLength(2);
  const after = createSealer({});
  await decide('two');
  await after.round();
  expect([...before.faults, ...withBothKeys.faults, ...after.faults]).toEqual([]);
  // Verifying the whole audit trail needs all keys used so far.
  expect(await verify({ withAnchors: false, keys: [key, former] })).toBeUndefined();
  expect(await verify({ withAnchors: false })).toBe('the seal of line 1 was not made by the server');
});

test('finds no fault in an unchanged trail, and anchors each seal', async () => {
  const { round, faults } = await sealThreeDecisions();
  await round();
  expect(faults).toEqual([]);
  expect(await verify()).toBeUndefined();
  expect((await readAnchors(anchorFile)).map(({ lineId }) => lineId)).toEqual([1, 2, 3]);
  await decide('four');
  expect(await verify()).toBeUndefined();
});

test('continues where another process ended', async () => {
  await sealThreeDecisions();
  // The process was stopped in the middle of a line.
  appendFileSync(anchorFile, '{"at":"2026-11-2');
  const { round, faults } = createSealer();
  await decide('four', 'five');
  await round();
  expect(faults).toEqual([]);
  expect(await verify()).toBeUndefined();
  expect((await readAnchors(anchorFile)).at(-1)?.lineId).toBe(5);
});

describe('finds', () => {
  test('a line that was rewritten', async () => {
    await sealThreeDecisions();
    await database.run(sql`update audit_trail set who = 'ben' where id = 2`);
    expect(await verify({ withKey: false, withAnchors: false })).toBe('the audit trail is broken at line 2');
  });

  test('a line that was removed', async () => {
    await sealThreeDecisions();
    await database.run(sql`delete from audit_trail where id = 2`);
    expect(await verify({ withKey: false, withAnchors: false })).toBe('the audit trail is broken at line 3');
  });

  test.each([
    ['a changed trail with new hashes', (whys: readonly string[]) => whys.with(1, 'other'), 'rewritten'],
    ['a trail without a line, with new hashes', (whys: readonly string[]) => whys.toSpliced(1, 1), 'rewritten'],
    ['a truncated trail', (whys: readonly string[]) => whys.slice(0, 2), 'rewritten'],
  ])('%s, with the seals alone and with the anchors alone', async (_, change, message) => {
    const { round, faults } = await sealThreeDecisions();
    await rewriteTrail(change);
    expect(await verify({ withAnchors: false })).toContain(message);
    expect(await verify({ withKey: false })).toContain(message);
    await round();
    expect(faults).toHaveLength(1);
  });

  test('a rewritten trail with forged seals', async () => {
    await sealThreeDecisions();
    await rewriteTrail((whys) => whys.with(0, 'other'));
    await database.run(sql`update audit_seals s set line_hash = (select hash from audit_trail where id = s.line_id)`);
    expect(await verify({ withAnchors: false })).toBe('the seal of line 1 was not made by the server');
  });

  test('a trail whose end and seals were removed, by the anchors and from memory', async () => {
    const { round, faults } = await sealThreeDecisions();
    await database.run(sql`delete from audit_trail where id > 1`);
    await database.run(sql`delete from audit_seals where line_id > 1`);
    expect(await verify({ withAnchors: false })).toBeUndefined();
    expect(await verify()).toBe('line 2 was removed since it was anchored');
    await round();
    const newcomer = createSealer();
    await newcomer.round();
    expect([faults, newcomer.faults]).toEqual([['the seal of line 3 was removed'], ['the seal of line 3 was removed']]);
  });

  test('a trail that a server sealed again after all seals were removed', async () => {
    await sealThreeDecisions();
    await rewriteTrail((whys) => whys.with(0, 'other'));
    await database.run(sql`truncate audit_seals restart identity`);
    const { round, faults } = createSealer({});
    await round();
    expect(faults).toEqual([]);
    expect(await verify({ withAnchors: false })).toBeUndefined();
    expect(await verify()).toContain('rewritten');
  });

  test('a removed statement about people', async () => {
    const { round, faults } = await sealThreeDecisions();
    await database.run(sql`delete from person_statements`);
    expect(await verify()).toContain('a statement about people was removed');
    await round();
    expect(faults).toHaveLength(1);
  });
});
