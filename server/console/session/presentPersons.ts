import type { Queryable } from '../../platform/database/database.ts';
import { loadPersons, newestPersonStatement } from '../../platform/persons/personStatementStore.ts';
import type { Persons, RootKey } from '../../platform/persons/readPersons.ts';

/** Who may sign at this moment. */
export type PresentPersons = (database: Queryable) => Promise<Persons>;

/** Reads and verifies all that was said of persons again only once something new was said. */
export function createPresentPersons(rootKeys: readonly RootKey[]): PresentPersons {
  let known: { readonly newest: string; readonly persons: Persons } | undefined;
  return async (database) => {
    const newest = await newestPersonStatement(database);
    if (known?.newest !== newest) known = { newest, persons: await loadPersons(database, rootKeys) };
    return known.persons;
  };
}
