import sql from 'sql-template-tag';
import type { Queryable } from '../database.ts';
import { findLimitedColumns, getTableRights, type RelationName, relationNames } from '../tables/tables.ts';
import { functionRights, schemaRights, sequenceRights } from './functionRights.ts';
import { getPrivilege, privilegeLetters } from './grants.ts';
import type { RoleName } from './roleNames.ts';

/** Rights as lines: `orders: select`, `orders.status: update`, `function slipway_now(): execute`. */
export type RightLines = ReadonlySet<string>;

/** Returns true if the connection's role owns the tables, or would own them after creating them. */
export async function ownsSchema(database: Queryable): Promise<boolean> {
  const { owns } = await database.one<{ owns: boolean }>(sql`
    select coalesce(
      (select pg_has_role(current_user, relowner, 'usage') from pg_class where oid = to_regclass('public.schema_migrations')),
      has_schema_privilege(current_user, 'public', 'create')) as owns`);
  return owns;
}

/** Returns the name of the connection's role. */
export async function readCurrentRole(database: Queryable): Promise<string> {
  const { role } = await database.one<{ role: string }>(sql`select current_user as role`);
  return role;
}

/** Returns all rights of a role in this database, whether granted directly or inherited. */
export async function readHeldRights(database: Queryable, role: string): Promise<RightLines> {
  const rows = await database.many<{ line: string }>(sql`
    with relations as (
      select c.oid, c.relkind, case nspname when 'public' then relname else nspname || '.' || relname end as name
      from pg_class c join pg_namespace n on n.oid = relnamespace where nspname in ('public', 'pgboss')
    ), tables as (select * from relations where relkind in ('r', 'p', 'v', 'm', 'f'))
    select name || ': ' || privilege as line
    from tables, unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as privilege
    where has_table_privilege(${role}::name, oid, privilege)
    union all
    select name || '.' || attname || ': ' || privilege
    from tables join pg_attribute on attrelid = oid and attnum > 0 and not attisdropped,
      unnest(array['select', 'insert', 'update', 'references']) as privilege
    where not has_table_privilege(${role}::name, oid, privilege)
      and has_column_privilege(${role}::name, oid, attnum, privilege)
    union all
    select 'sequence ' || name || ': ' || privilege
    from relations, unnest(array['usage', 'select', 'update']) as privilege
    where relkind = 'S' and has_sequence_privilege(${role}::name, oid, privilege)
    union all
    select 'function ' || p.oid::regprocedure || ': execute'
    from pg_proc p join pg_namespace n on n.oid = pronamespace
    where nspname in ('public', 'pgboss') and has_function_privilege(${role}::name, p.oid, 'execute')
    union all
    select 'schema ' || nspname || ': ' || privilege
    from pg_namespace, unnest(array['usage', 'create']) as privilege
    where nspname in ('public', 'pgboss') and has_schema_privilege(${role}::name, oid, privilege)
    union all
    select 'database: create' where has_database_privilege(${role}::name, current_database(), 'create')`);
  return new Set(rows.map(({ line }) => line));
}

/** Returns the rights that a role should have. */
export function listExpectedRights(role: RoleName): RightLines {
  const has = (kind: string, rights: Readonly<Record<string, readonly RoleName[]>>, privilege: string) =>
    Object.entries(rights).flatMap(([object, roles]) =>
      roles.includes(role) ? [`${kind} ${object}: ${privilege}`] : [],
    );
  return new Set([
    ...relationNames.flatMap((table) => privilegeLetters.flatMap((letter) => formatRightLines(role, table, letter))),
    ...has('sequence', sequenceRights, 'usage'),
    ...has('function', functionRights, 'execute'),
    ...has('schema', schemaRights, 'usage'),
  ]);
}

function formatRightLines(role: RoleName, table: RelationName, letter: (typeof privilegeLetters)[number]): string[] {
  if (!getTableRights(role, table).includes(letter)) return [];
  const privilege = getPrivilege(letter);
  return (
    findLimitedColumns(role, table, letter)?.map((column) => `${table}.${column}: ${privilege}`) ?? [
      `${table}: ${privilege}`,
    ]
  );
}

export type RightsComparison = { readonly missing: readonly string[]; readonly beyond: readonly string[] };

/** Returns the rights that a role acting for these processes lacks, and those it has in excess. */
export function compareRights(held: RightLines, roles: readonly RoleName[]): RightsComparison {
  const due = new Set(roles.flatMap((role) => [...listExpectedRights(role)]));
  // A right to a table includes each of its columns.
  const isHeld = (line: string) => held.has(line) || held.has(line.replace(/\.[a-z0-9_]+: /, ': '));
  return {
    missing: [...due].filter((line) => !isHeld(line)),
    beyond: [...held].filter((line) => !due.has(line)),
  };
}
