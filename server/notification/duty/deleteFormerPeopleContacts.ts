import type { Database } from '../../platform/database/database.ts';
import type { RootKey } from '../../platform/persons/personRegistry.ts';
import { loadPersonRegistry } from '../../platform/persons/personStatementStore.ts';
import { deleteOtherPeoplesSubscriptions } from '../push/pushStore.ts';
import { deleteAddressesExcept } from './personAddressStore.ts';

/**
 * Deletes the address and push subscriptions of people whose keys were revoked. Does nothing if statements about people are
 * missing, since it is then unknown who is still enrolled.
 */
export async function deleteFormerPeopleContacts({
  database,
  rootKeys,
}: {
  readonly database: Database;
  readonly rootKeys: readonly RootKey[];
}): Promise<void> {
  const { enrolled, brokenAt } = await loadPersonRegistry(database, rootKeys);
  if (brokenAt !== undefined) return;
  const names = [...enrolled.values()].map(({ name }) => name);
  await deleteAddressesExcept(database, names);
  await deleteOtherPeoplesSubscriptions(database, names);
}
