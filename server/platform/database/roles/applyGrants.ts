import pg from 'pg';
import { grantsOf, grantsOfEverybody } from './grants.ts';
import { databaseRole, roleNames } from './roleNames.ts';

export type GrantOptions = {
  readonly prefix?: string | undefined;
  /**
   * Makes the roles that there are not, without a login. Otherwise only those are seen to that have a right in this database
   * already: on a shared server they may be another installation's.
   */
  readonly createRoles: boolean;
};

/**
 * Gives every role of ours just what the tables of rights say, in one transaction; again, nothing changes.
 * Answers the roles that there are not.
 */
export async function applyGrants(client: pg.Client, { prefix, createRoles }: GrantOptions): Promise<string[]> {
  const absent = await absentRoles(client, prefix);
  const missing = createRoles ? await createMissing(client, absent) : absent;
  const strangers = createRoles ? [] : await rolesOfOthers(client, prefix);
  const left = new Set([...missing, ...strangers]);
  const present = roleNames.filter((role) => !left.has(databaseRole(role, prefix)));
  if (present.length === 0) return missing;
  await client.query('begin');
  try {
    await client.query([...grantsOfEverybody(), ...present.flatMap((role) => grantsOf(role, prefix))].join(';\n'));
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  return missing;
}

async function absentRoles(client: pg.Client, prefix?: string): Promise<string[]> {
  const names = roleNames.map((role) => databaseRole(role, prefix));
  const { rows } = await client.query<{ rolname: string }>('select rolname from pg_roles where rolname = any ($1)', [
    names,
  ]);
  const found = new Set(rows.map(({ rolname }) => rolname));
  return names.filter((name) => !found.has(name));
}

async function rolesOfOthers(client: pg.Client, prefix?: string): Promise<string[]> {
  const names = roleNames.map((role) => databaseRole(role, prefix));
  const { rows } = await client.query<{ rolname: string }>(
    `select rolname from pg_roles where rolname = any ($1)
       and not has_table_privilege(oid, 'public.schema_migrations', 'select')`,
    [names],
  );
  return rows.map(({ rolname }) => rolname);
}

/** Those that could not be made, since this role may make none. */
async function createMissing(client: pg.Client, names: readonly string[]): Promise<string[]> {
  const refused: string[] = [];
  for (const name of names) {
    try {
      await client.query(`create role ${pg.escapeIdentifier(name)} nologin`);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      // insufficient_privilege; or another database's start on this server was quicker.
      if (error.code === '42501') refused.push(name);
      else if (error.code !== '42710' && error.code !== '23505') throw error;
    }
  }
  return refused;
}
