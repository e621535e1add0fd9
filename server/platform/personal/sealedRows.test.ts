import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../database/database.ts';
import { openOwnDatabase } from '../database/ownDatabase.testing.ts';
import { shredDataKeys } from './dataKeyStore.ts';
import { findPersonalKeyFaults } from './findPersonalKeyFaults.ts';
import { PersonalDataError, type PersonalDataFault } from './personalDataError.ts';
import { createPersonalKeys, type DataKeySubject } from './personalKeys.ts';
import { rewrapDataKeys } from './rewrapDataKeys.ts';
import { type SealedRow, sealedRows } from './sealedRows.ts';
import type { WrappingKey } from './wrappingKeys.ts';

type Facts = { readonly name: string };

const { url } = await openOwnDatabase(2);
const rows = sealedRows<Facts>('kyc_profiles');
const old: WrappingKey = { id: 'old', key: Buffer.alloc(32, 1) };
const young: WrappingKey = { id: 'young', key: Buffer.alloc(32, 2) };

/** Simulates a separate process with these keys and an empty cache. */
async function withKeys<T>(
  keys: readonly [WrappingKey, ...WrappingKey[]],
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = openDatabase(url, { maxConnections: 4, personalKeys: createPersonalKeys(keys) });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const seal = (database: Database, subject: DataKeySubject, row = 'row') =>
  rows.seal(database, row, subject, { name: 'Anna' });
const stored = (sealed: Buffer | null, row = 'row'): SealedRow => ({ row, sealed });
const newSubject = (): DataKeySubject => `buyer:${randomUUID()}`;

function findFault(opening: Promise<unknown>): Promise<PersonalDataFault | 'opened'> {
  return opening.then(
    () => 'opened' as const,
    (error: unknown) => {
      if (error instanceof PersonalDataError) return error.fault;
      throw error;
    },
  );
}

async function countWrappings(database: Database): Promise<Record<string, number>> {
  const counted = await database.many<{ by: string; count: number }>(
    sql`select wrapped_by as by, count(*) as count from data_keys group by 1`,
  );
  return Object.fromEntries(counted.map(({ by, count }) => [by, count]));
}

describe('a sealed row', () => {
  let sealed: Buffer;
  const subject = newSubject();
  beforeAll(async () => {
    sealed = await withKeys([old], (database) => seal(database, subject));
  });

  test('opens in another process and contains no plaintext', async () => {
    expect(await withKeys([old], (database) => rows.open(database, stored(sealed)))).toEqual({ name: 'Anna' });
    expect(sealed.toString('latin1')).not.toContain('Anna');
    expect(await withKeys([old], (database) => seal(database, subject))).not.toEqual(sealed);
  });

  test('does not open in another row or table', async () => {
    await withKeys([old], async (database) => {
      const elsewhere = sealedRows<Facts>('billing_addresses');
      expect(await findFault(rows.open(database, stored(sealed, 'another')))).toBe('damaged');
      expect(await findFault(elsewhere.open(database, stored(sealed)))).toBe('damaged');
    });
  });

  test('does not open when truncated, extended or changed by one bit', async () => {
    await withKeys([old], async (database) => {
      for (let length = 0; length < sealed.length; length += 1)
        expect(await findFault(rows.open(database, stored(sealed.subarray(0, length))))).toBe('damaged');
      expect(await findFault(rows.open(database, stored(Buffer.concat([sealed, Buffer.alloc(1)]))))).toBe('damaged');
      for (let at = 0; at < sealed.length; at += 1) {
        const changed = Buffer.from(sealed);
        changed[at] = (changed[at] ?? 0) ^ 1;
        expect(await findFault(rows.open(database, stored(changed)))).toMatch(/^(?:damaged|shredded)$/);
      }
    });
  });

  test('reports a missing or wrong key without the content', async () => {
    const open = (database: Database) => rows.open(database, stored(sealed));
    expect(await findFault(withKeys([young], open))).toBe('missing_key');
    await expect(withKeys([young], open)).rejects.toThrow('PERSONAL_DATA_KEYS lacks the key old');
    expect(await findFault(withKeys([{ id: 'old', key: young.key }], open))).toBe('wrong_key');
    const keyless = openDatabase(url, { maxConnections: 1 });
    expect(await findFault(open(keyless))).toBe('no_keys');
    expect(await findFault(seal(keyless, subject))).toBe('no_keys');
    await keyless.close();
  });

  test('is checked at the start against the configured keys', async () => {
    const faults = (keys: readonly [WrappingKey, ...WrappingKey[]]) =>
      withKeys(keys, (database) => findPersonalKeyFaults(database, createPersonalKeys(keys)));
    expect(await faults([old])).toEqual([]);
    expect(await faults([young, old])).toEqual([]);
    expect(await faults([young])).toEqual(['PERSONAL_DATA_KEYS lacks the key old, which rows still need']);
    expect(await faults([{ id: 'old', key: young.key }])).toEqual([
      expect.stringMatching(/^the key old of PERSONAL_DATA_KEYS does not open the data key/),
    ]);
  });

  test('does not open when another subject’s data key is copied to its own', async () => {
    const other = newSubject();
    await withKeys([old], async (database) => {
      const sealedForOther = await seal(database, other);
      await database.run(sql`
        update data_keys k set wrapped = (select wrapped from data_keys where subject = ${subject})
        where k.subject = ${other}`);
      expect(await findFault(withKeys([old], (fresh) => rows.open(fresh, stored(sealedForOther))))).toBe('wrong_key');
      await shredDataKeys(database, [other]);
    });
  });

  test('cannot be opened once its data key is shredded', async () => {
    const other = newSubject();
    const shredded = await withKeys([old], async (database) => {
      const sealedForOther = await seal(database, other);
      await shredDataKeys(database, [other]);
      return sealedForOther;
    });
    expect(await findFault(withKeys([old], (database) => rows.open(database, stored(shredded))))).toBe('shredded');
  });
});

test('opens an unsealed row with the default facts of its table, or reports it as damaged if the table has none', async () => {
  await withKeys([old], async (database) => {
    const allowing = sealedRows<Facts>('refunds', { name: '' });
    expect(await allowing.open(database, stored(null))).toEqual({ name: '' });
    expect(await findFault(rows.open(database, stored(null)))).toBe('damaged');
  });
});

test('creates only one data key when several transactions write a subject for the first time', async () => {
  const subject = newSubject();
  await withKeys([old], async (database) => {
    const all = await Promise.all(
      Array.from({ length: 8 }, () =>
        database.transaction((transaction) => rows.seal(transaction, 'row', subject, { name: 'Anna' })),
      ),
    );
    expect(new Set(all.map((one) => one.toString('hex', 1, 17))).size).toBe(1);
    expect(
      await rows.openAll(
        database,
        all.map((one) => stored(one)),
      ),
    ).toEqual(all.map(() => ({ name: 'Anna' })));
  });
});

describe('a new first key', () => {
  test('rewraps every data key during reads and writes, so that the old one can be removed', async () => {
    const subjects = Array.from({ length: 40 }, newSubject);
    const before = await withKeys([old], (database) => Promise.all(subjects.map((subject) => seal(database, subject))));
    const written: Buffer[] = [];
    await withKeys([young, old], async (rewrapping) => {
      const run = { isDone: false };
      const reading = (async () => {
        do {
          // Nothing is cached from the previous pass.
          await withKeys([old, young], async (reader) => {
            for (const sealed of before) expect(await rows.open(reader, stored(sealed))).toEqual({ name: 'Anna' });
          });
        } while (!run.isDone);
      })();
      const writing = withKeys([young, old], async (writer) => {
        do {
          for (const subject of [...subjects.slice(0, 10), newSubject()]) written.push(await seal(writer, subject));
        } while (!run.isDone);
      });
      try {
        await Promise.all([
          rewrapDataKeys(rewrapping, getKeys(rewrapping), 3),
          rewrapDataKeys(rewrapping, getKeys(rewrapping), 3),
        ]);
      } finally {
        run.isDone = true;
      }
      await Promise.all([reading, writing]);
      // Keys locked by another worker are left to the next round.
      await rewrapDataKeys(rewrapping, getKeys(rewrapping));
      expect(await countWrappings(rewrapping)).toEqual({ young: expect.any(Number) });
    });
    expect(written.length).toBeGreaterThan(10);
    await withKeys([young], async (database) => {
      const all = [...before, ...written].map((sealed) => stored(sealed));
      expect(new Set((await rows.openAll(database, all)).map(({ name }) => name))).toEqual(new Set(['Anna']));
      expect(await findPersonalKeyFaults(database, getKeys(database))).toEqual([]);
    });
  });

  test('continues after a crash', async () => {
    const back: readonly [WrappingKey, WrappingKey] = [old, young];
    const sealed = await withKeys([young], (database) => seal(database, newSubject()));
    await withKeys(back, async (database) => {
      const { young: all = 0 } = await countWrappings(database);
      let turns = 0;
      const failing: Database = {
        ...database,
        async transaction(work) {
          return database.transaction(async (transaction) => {
            const result = await work(transaction);
            turns += 1;
            if (turns === 3) throw new Error('killed');
            return result;
          });
        },
      };
      await expect(rewrapDataKeys(failing, getKeys(database), 2)).rejects.toThrow('killed');
      // Two batches have committed; the third was rolled back.
      expect(await countWrappings(database)).toEqual({ old: 4, young: all - 4 });
      expect(await rewrapDataKeys(database, getKeys(database))).toBe(all - 4);
      expect(await rewrapDataKeys(database, getKeys(database))).toBe(0);
    });
    expect(await withKeys([old], (database) => rows.open(database, stored(sealed)))).toEqual({ name: 'Anna' });
  });

  test('rewraps all other data keys when one is damaged', async () => {
    await withKeys([young, old], async (database) => {
      const { old: all = 0 } = await countWrappings(database);
      await database.run(sql`
        update data_keys set wrapped = '' where id = (select min(id::text)::uuid from data_keys)`);
      expect(await findFault(rewrapDataKeys(database, getKeys(database), 2))).toBe('wrong_key');
      expect(await countWrappings(database)).toEqual({ old: 1, young: all - 1 });
    });
  });
});

function getKeys({ personalKeys }: Database) {
  if (!personalKeys) throw new Error('no keys');
  return personalKeys;
}
