import { readdirSync } from 'node:fs';
import { orderStatuses } from '@slipway/contract/entities/order.ts';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openOwnDatabase } from './ownDatabase.testing.ts';
import { readSchemaText } from './schemaText.testing.ts';

const { database } = await openOwnDatabase(1);

test('schema.txt matches the migrations; npx vitest run schema.test -u updates it', async () => {
  await expect(await readSchemaText(database)).toMatchFileSnapshot('schema.txt');
});

test('every table has a comment', async () => {
  const uncommented = await database.many(sql`
    select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and obj_description(oid, 'pg_class') is null`);
  expect(uncommented).toEqual([]);
});

test('no temporary table replaces a table that a trigger or policy reads', async () => {
  const readsTable = String.raw`\m(from|join|into|update)\s+[a-z]`;
  const readsRight = String.raw`has_\w+_privilege\('(?!public\.)`;
  const found = await database.many(sql`
    select proname from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f' and proconfig is null
      and (prorettype = 'trigger'::regtype and prosrc ~ ${readsTable} or pg_get_functiondef(oid) ~ ${readsRight})`);
  expect(found).toEqual([]);
});

test('every migration has a unique number', () => {
  const names = readdirSync(new URL('./migrations/', import.meta.url));
  const numbers = names.map((name) => /^(\d{4})_[a-z_]+\.sql$/.exec(name)?.[1]);
  expect(numbers).not.toContain(undefined);
  expect(new Set(numbers).size).toBe(names.length);
});

test('the constraint of an order’s status lists the statuses of the contract', async () => {
  const { definition } = await database.one<{ definition: string }>(sql`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'orders_status_check'`);
  expect([...definition.matchAll(/'(\w+)'/g)].map(([, status]) => status)).toEqual(orderStatuses);
});
