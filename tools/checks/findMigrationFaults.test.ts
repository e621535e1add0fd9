import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findMigrationFaults } from './findMigrationFaults.ts';

function listFaults(statements: string, name = '0033_planted.sql'): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), statements);
  return findMigrationFaults(folder);
}

test.each([
  ['an index that blocks writes', 'create index orders_by_x on orders (x);', 'require-concurrent-index-creation'],
  ['a column without a default', 'alter table orders add column x text not null;', 'adding-required-field'],
  [
    'a constraint that is validated at once',
    'alter table orders add constraint positive check (units > 0);',
    'constraint-missing-not-valid',
  ],
  [
    'a foreign key that is validated at once',
    'alter table orders add constraint risk foreign key (risk_id) references risks (id);',
    'adding-foreign-key-constraint',
  ],
  ['a dropped column', 'alter table orders drop column x;', 'ban-drop-column'],
  ['a renamed column', 'alter table orders rename column x to y;', 'renaming-column'],
])('refuses %s', (_what, statements, rule) => {
  expect(listFaults(statements).join('\n')).toContain(rule);
});

test.each([
  [
    'a new table with its index',
    'create table notes (id bigint primary key, x text);\ncreate index notes_by_x on notes (x);',
  ],
  ['a column that may be null', 'alter table orders add column x text;'],
  ['a constraint that is validated later', 'alter table orders add constraint positive check (units > 0) not valid;'],
  [
    'a concurrent index outside a transaction',
    '-- outside a transaction\ncreate index concurrently orders_by_x on orders (x);',
  ],
])('allows %s', (_what, statements) => {
  expect(listFaults(statements)).toEqual([]);
});

test('ignores migrations of the first release, whose tables were empty', () => {
  expect(listFaults('create index orders_by_x on orders (x);', '0032_old.sql')).toEqual([]);
});
