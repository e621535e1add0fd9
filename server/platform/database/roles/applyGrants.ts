import pg from 'pg';
import { buildGrants, listPublicRevocations } from './grants.ts';
import { getRoleName, roleNames } from './roleNames.ts';

export type GrantOptions = {
  readonly prefix?: string | undefined;
  /**
   * True: creates missing roles, without a login. False: only roles that already have a right in this database are updated;
   * on a shared server the others may belong to another installation.
   */
  readonly createRoles: boolean;
};

/** Grants each role exactly the rights in the tables, in one transaction. Idempotent. Returns the missing roles. */
export async function applyGrants(client: pg.Client, { prefix, createRoles }: GrantOptions): Promise<string[]> {
  const absent = await findMissingRoles(client, prefix);
  const missing = createRoles ? await createMissingRoles(client, absent) : absent;
  const foreign = createRoles ? [] : await findForeignRoles(client, prefix);
  const skipped = new Set([...missing, ...foreign]);
  const existingRoles = roleNames.filter((role) => !skipped.has(getRoleName(role, prefix)));
  if (existingRoles.length === 0) return missing;
  await client.query('begin');
  try {
    await client.query(
      [...listPublicRevocations(), ...existingRoles.flatMap((role) => buildGrants(role, prefix))].join(';\n'),
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  return missing;
}

async function findMissingRoles(client: pg.Client, prefix?: string): Promise<string[]> {
  const names = roleNames.map((role) => getRoleName(role, prefix));
  const { rows } = await client.query<{ rolname: string }>('select rolname from pg_roles where rolname = any ($1)', [
    names,
  ]);
  const found = new Set(rows.map(({ rolname }) => rolname));
  return names.filter((name) => !found.has(name));
}

async function findForeignRoles(client: pg.Client, prefix?: string): Promise<string[]> {
  const names = roleNames.map((role) => getRoleName(role, prefix));
  const { rows } = await client.query<{ rolname: string }>(
    `select rolname from pg_roles where rolname = any ($1)
       and not has_table_privilege(oid, 'public.schema_migrations', 'select')`,
    [names],
  );
  return rows.map(({ rolname }) => rolname);
}

/** Creates roles. Returns those that the connection's role may not create. */
async function createMissingRoles(client: pg.Client, names: readonly string[]): Promise<string[]> {
  const refused: string[] = [];
  for (const name of names) {
    try {
      await client.query(`create role ${pg.escapeIdentifier(name)} nologin`);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      // 42501 is insufficient_privilege; the others: another database's start on this server created the role first.
      if (error.code === '42501') refused.push(name);
      else if (error.code !== '42710' && error.code !== '23505') throw error;
    }
  }
  return refused;
}
