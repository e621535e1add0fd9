import pg from 'pg';
import { columnRights } from './columnRights.ts';
import { functionRights, schemaRights, sequenceRights } from './functionRights.ts';
import { databaseRole, type RoleName } from './roleNames.ts';
import { rightsOn, type TableName, tableRights } from './tableRights.ts';

const WORDS = { r: 'select', a: 'insert', w: 'update', d: 'delete' } as const;

export type Letter = keyof typeof WORDS;
export const letters = Object.keys(WORDS) as Letter[];

/** What is taken from everybody before it is given: so a right that was taken out of the tables is gone. */
const EVERYBODY = [
  'revoke create on schema public from public',
  ...['tables', 'sequences', 'functions'].map(
    (what) => `revoke all on all ${what} in schema public, pgboss from public`,
  ),
  // What later migrations make is nobody's before the tables say so. PostgreSQL gives everybody new functions alone.
  'alter default privileges revoke all on functions from public',
];

/** The statements that give a role what the tables say, and nothing else. */
export function grantsOf(role: RoleName, prefix?: string): string[] {
  const name = pg.escapeIdentifier(databaseRole(role, prefix));
  const given = (rights: Readonly<Record<string, readonly RoleName[]>>, right: string) =>
    Object.entries(rights).flatMap(([object, roles]) =>
      roles.includes(role) ? [`grant ${right} ${object} to ${name}`] : [],
    );
  return [
    ...['tables', 'sequences', 'functions'].map(
      (what) => `revoke all on all ${what} in schema public, pgboss from ${name}`,
    ),
    `revoke all on schema public, pgboss from ${name}`,
    ...['', ' in schema public'].map((where) => `alter default privileges${where} revoke all on tables from ${name}`),
    ...given(schemaRights, 'usage on schema'),
    ...Object.keys(tableRights).flatMap((table) => tableGrants(role, table as TableName, name)),
    ...given(functionRights, 'execute on function'),
    ...given(sequenceRights, 'usage on sequence'),
  ];
}

export function grantsOfEverybody(): readonly string[] {
  return EVERYBODY;
}

function tableGrants(role: RoleName, table: TableName, name: string): string[] {
  const rights = rightsOn(role, table);
  if (rights === '') return [];
  const words = letters
    .filter((letter) => rights.includes(letter))
    .map((letter) => WORDS[letter] + columnsFor(role, table, letter));
  return [`grant ${words.join(', ')} on ${table} to ${name}`];
}

function columnsFor(role: RoleName, table: TableName, letter: Letter): string {
  const columns = columnsOf(role, table, letter);
  return columns ? ` (${columns.join(', ')})` : '';
}

/** The columns that a letter stands for; undefined: all of them. */
export function columnsOf(role: RoleName, table: TableName, letter: Letter): readonly string[] | undefined {
  if (letter !== 'r' && letter !== 'w') return undefined;
  return columnRights[role][table]?.[letter];
}

/** The privilege that a letter names. */
export function privilegeOf(letter: Letter): string {
  return WORDS[letter];
}
