import { randomUUID } from 'node:crypto';
import { calls } from '@slipway/contract/calls.ts';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { seededSettings } from '../configuration/seededSettings.testing.ts';
import type { CommandName } from '../operator/commandLine/commands.ts';
import { runCommand } from '../operator/commandLine/runCommand.ts';
import { createCommandContext } from '../operator/persons/testPersons.testing.ts';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { joinRecordingParts } from './joinRecordingParts.ts';
import { addPart, deleteOldRecordings, openRecording } from './recordingStore.ts';
import { saveRecordingPart } from './saveRecordingPart.ts';

const ON = { sessionReplay: true };

const { database } = await openOwnDatabase();

beforeEach(async () => {
  await database.run(sql`delete from replay_recordings`);
});

async function countRows(table: 'replay_recordings' | 'replay_parts'): Promise<number> {
  const rows = table === 'replay_parts' ? sql`select 1 from replay_parts` : sql`select 1 from replay_recordings`;
  return (await database.many(rows)).length;
}

function storePart(recording: string, sequence: number, events: string, rules = ON) {
  return saveRecordingPart({ database, rules }, { recording, sequence, events }, 'DE');
}

function operate(command: CommandName, args: readonly string[]): Promise<string> {
  return runCommand(createCommandContext('anna', { database }), command, args);
}

describe('saving a recording', () => {
  test('is refused unless the operator has enabled it', async () => {
    await expect(storePart(randomUUID(), 0, '', { sessionReplay: false })).rejects.toMatchObject({ key: 'replay_off' });
    expect(await countRows('replay_recordings')).toBe(0);
  });

  test('is disabled by default', () => {
    expect(seededSettings().rules.sessionReplay).toBe(false);
    const on = { kind: 'rule', key: 'sessionReplay', value: { value: 'yes' } };
    expect(seededSettings([on]).rules.sessionReplay).toBe(true);
  });

  test('stores a repeated or out-of-order part once and in order', async () => {
    const id = randomUUID();
    await storePart(id, 0, '');
    await storePart(id, 2, '"b":2}\n');
    await storePart(id, 1, '{"a":1}\n{');
    await storePart(id, 1, '{"a":9}\n{');
    expect(JSON.parse(await operate('export', ['replay', id]))).toEqual([{ a: 1 }, { b: 2 }]);
  });

  test('refuses parts of an unknown recording', async () => {
    await expect(storePart(randomUUID(), 1, '{}')).rejects.toMatchObject({ key: 'replay_full' });
    expect(await countRows('replay_parts')).toBe(0);
  });

  test('refuses parts after half an hour', async () => {
    const id = randomUUID();
    await storePart(id, 0, '');
    await database.run(sql`update replay_recordings set opened_at = opened_at - interval '31 minutes'`);
    await expect(storePart(id, 1, '{}')).rejects.toMatchObject({ key: 'replay_full' });
  });

  test('limits the size of a recording, and counts a repeated part once', async () => {
    const id = randomUUID();
    await openRecording(database, { id, country: 'DE' });
    const big = 'x'.repeat(2_000_000);
    expect(await addPart(database, { recording: id, sequence: 1, events: big })).toBe(true);
    expect(await addPart(database, { recording: id, sequence: 1, events: big })).toBe(true);
    expect(await addPart(database, { recording: id, sequence: 2, events: big })).toBe(true);
    expect(await addPart(database, { recording: id, sequence: 3, events: big })).toBe(false);
    expect(await countRows('replay_parts')).toBe(2);
  });

  test('limits the number of new recordings, and lets open ones continue', async () => {
    const first = randomUUID();
    await openRecording(database, { id: first, country: 'DE' });
    await database.run(sql`
      insert into replay_recordings (id, country, opened_at)
      select gen_random_uuid(), 'DE', slipway_now() from generate_series(1, 499)`);
    await expect(storePart(randomUUID(), 0, '')).rejects.toMatchObject({ key: 'replay_full' });
    await storePart(first, 0, '');
    await storePart(first, 1, '{}');
  });

  test('deletes a recording and its parts after two weeks', async () => {
    const [old, young] = [randomUUID(), randomUUID()];
    for (const id of [old, young]) await storePart(id, 0, '{}\n');
    await database.run(sql`update replay_recordings set opened_at = opened_at - interval '15 days' where id = ${old}`);
    await deleteOldRecordings(database);
    expect(await countRows('replay_recordings')).toBe(1);
    expect(await countRows('replay_parts')).toBe(1);
  });
});

describe('reading a recording', () => {
  test('omits events that are cut by a lost part, and returns all others', () => {
    const parts = [
      { sequence: 0, events: '{"a":1}\n{"b"' },
      { sequence: 1, events: ':2}\n{"c":' },
      { sequence: 3, events: ',"d":4}\n{"e":5}\nnull\n' },
    ];
    expect(joinRecordingParts(parts)).toEqual([{ a: 1 }, { b: 2 }, { e: 5 }]);
    expect(joinRecordingParts([])).toEqual([]);
  });

  test('lists recordings, and exports one by its id', async () => {
    const id = randomUUID();
    await storePart(id, 0, '{"type":4}\n');
    expect(await operate('list', ['replays'])).toContain(id);
    expect(await operate('export', ['replay', id])).toBe('[{"type":4}]');
    await expect(operate('export', ['replay', `${id}'; --`])).rejects.toThrow('there is no recording');
    await expect(operate('export', ['replay'])).rejects.toThrow('there is no recording');
  });
});

test('the longest part is within the body limit, whatever its characters', () => {
  const { events } = calls.addReplay.request.shape;
  for (const character of ['"', '\\', 'x', '界', '\u{1f600}']) {
    const text = character.repeat(20_000 / character.length);
    expect(events.safeParse(text).success).toBe(true);
    const body = JSON.stringify({ recording: randomUUID(), sequence: 999, events: text });
    expect(Buffer.byteLength(body)).toBeLessThan(64 * 1024);
  }
  expect(events.safeParse('x'.repeat(20_001)).success).toBe(false);
});
