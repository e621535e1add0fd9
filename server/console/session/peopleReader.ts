import type { Queryable } from '../../platform/database/database.ts';
import type { PersonRegistry, RootKey } from '../../platform/persons/personRegistry.ts';
import { loadPersonRegistry, readPersonStatementsVersion } from '../../platform/persons/personStatementStore.ts';

/** Returns the verified registry: who is enrolled, revoked keys and pending proposals. */
export type PeopleReader = (database: Queryable) => Promise<PersonRegistry>;

/** Returns a reader that caches the registry, and reads it again after a new statement was stored. */
export function createPeopleReader(rootKeys: readonly RootKey[]): PeopleReader {
  let known: { readonly newest: string; readonly persons: PersonRegistry } | undefined;
  return async (database) => {
    const newest = await readPersonStatementsVersion(database);
    if (known?.newest !== newest) known = { newest, persons: await loadPersonRegistry(database, rootKeys) };
    return known.persons;
  };
}
