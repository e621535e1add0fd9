import pg from 'pg';
import { findLimitedColumns, getTableRights, type RelationName, relationNames } from '../tables/tables.ts';
import { functionRights, schemaRights, sequenceRights } from './functionRights.ts';
import { getRoleName, type RoleName } from './roleNames.ts';

const PRIVILEGES = { r: 'select', a: 'insert', w: 'update', d: 'delete' } as const;

export type PrivilegeLetter = keyof typeof PRIVILEGES;
export const privilegeLetters = Object.keys(PRIVILEGES) as PrivilegeLetter[];

/** Revocations from PUBLIC before granting, so that a right removed from the tables of rights ends. */
const PUBLIC_REVOCATIONS = [
  'revoke create on schema public from public',
  ...['tables', 'sequences', 'functions'].map(
    (what) => `revoke all on all ${what} in schema public, pgboss from public`,
  ),
  // Functions that later migrations create: by default PostgreSQL grants only these to everyone.
  'alter default privileges revoke all on functions from public',
];

/** Returns the statements that grant a role exactly the rights in the tables. */
export function buildGrants(role: RoleName, prefix?: string): string[] {
  const name = pg.escapeIdentifier(getRoleName(role, prefix));
  const listGrants = (rights: Readonly<Record<string, readonly RoleName[]>>, right: string) =>
    Object.entries(rights).flatMap(([object, roles]) =>
      roles.includes(role) ? [`grant ${right} ${object} to ${name}`] : [],
    );
  return [
    ...['tables', 'sequences', 'functions'].map(
      (what) => `revoke all on all ${what} in schema public, pgboss from ${name}`,
    ),
    `revoke all on schema public, pgboss from ${name}`,
    ...['', ' in schema public'].map((where) => `alter default privileges${where} revoke all on tables from ${name}`),
    ...listGrants(schemaRights, 'usage on schema'),
    ...relationNames.flatMap((table) => buildTableGrants(role, table, name)),
    ...listGrants(functionRights, 'execute on function'),
    ...listGrants(sequenceRights, 'usage on sequence'),
  ];
}

export function listPublicRevocations(): readonly string[] {
  return PUBLIC_REVOCATIONS;
}

function buildTableGrants(role: RoleName, table: RelationName, name: string): string[] {
  const rights = getTableRights(role, table);
  if (rights === '') return [];
  const privileges = privilegeLetters
    .filter((letter) => rights.includes(letter))
    .map((letter) => PRIVILEGES[letter] + formatLimitedColumns(role, table, letter));
  return [`grant ${privileges.join(', ')} on ${table} to ${name}`];
}

function formatLimitedColumns(role: RoleName, table: RelationName, letter: PrivilegeLetter): string {
  const columns = findLimitedColumns(role, table, letter);
  return columns ? ` (${columns.join(', ')})` : '';
}

/** Returns the privilege of a letter. */
export function getPrivilege(letter: PrivilegeLetter): string {
  return PRIVILEGES[letter];
}
