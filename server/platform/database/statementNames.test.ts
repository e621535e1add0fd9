import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openDatabase } from './database.ts';
import { openOwnDatabase } from './ownDatabase.testing.ts';
import { createStatementNamer, nameStatement } from './statementNames.ts';

// @ownModules: the module under test names only so many statements in a process.
const { database, url } = await openOwnDatabase(1);

test('prepares a statement once per connection, whatever its parameters', async () => {
  for (const number of [1, 2, 3]) await database.one(sql`select ${number}::integer as number`);
  const prepared = await database.many<{ name: string }>(sql`
    select name from pg_prepared_statements where statement like '%as number'`);
  expect(prepared).toEqual([{ name: nameStatement('select $1::integer as number').name }]);
});

test('prepares no statement behind a pooler, also in a transaction', async () => {
  const pooled = openDatabase(url, { maxConnections: 1, pooled: true });
  await pooled.one(sql`select ${1}::integer as pooled`);
  await pooled.transaction((transaction) => transaction.one(sql`select ${2}::integer as pooled`));
  await pooled.executeSql('select $1::integer as pooled', [3]);
  expect(await pooled.many(sql`select name from pg_prepared_statements`)).toEqual([]);
  await pooled.close();
});

test('names fit PostgreSQL’s length limit and differ by statement', () => {
  expect(nameStatement('select 1').name?.length).toBeLessThan(63);
  expect(nameStatement('select 1').name).not.toBe(nameStatement('select 2').name);
});

test('names only a limited number of statements', () => {
  const name = createStatementNamer(2);
  expect(['a', 'b', 'c', 'a'].map((text) => name(text).name)).toEqual([
    expect.any(String),
    expect.any(String),
    undefined,
    name('a').name,
  ]);
});

test('returns the same object for equal statements, so that a connection stores one copy of the text', () => {
  const name = createStatementNamer(2);
  expect(name(['select', '1'].join(' '))).toBe(name('select 1'));
});
