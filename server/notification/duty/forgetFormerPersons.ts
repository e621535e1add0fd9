import type { Database } from '../../platform/database/database.ts';
import { loadPersons } from '../../platform/persons/personStatementStore.ts';
import type { RootKey } from '../../platform/persons/readPersons.ts';
import { forgetSubscriptionsBut } from '../push/pushStore.ts';
import { forgetAddressesBut } from './personAddressStore.ts';

/** Nobody's address and phone outlive their key. Where statements about persons were taken out, nobody knows whose those are: they stay. */
export async function forgetFormerPersons({
  database,
  rootKeys,
}: {
  readonly database: Database;
  readonly rootKeys: readonly RootKey[];
}): Promise<void> {
  const { enrolled, brokenAt } = await loadPersons(database, rootKeys);
  if (brokenAt !== undefined) return;
  const names = [...enrolled.values()].map(({ name }) => name);
  await forgetAddressesBut(database, names);
  await forgetSubscriptionsBut(database, names);
}
