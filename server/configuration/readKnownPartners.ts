import type { Partner } from '../partner/partner.ts';
import type { Queryable } from '../platform/database/database.ts';
import { parseConfiguration } from './configurationKinds.ts';
import { readConfigurationRows } from './configurationStore.ts';
import { buildPartner } from './settings.ts';

/** A partner that may be disabled. A disabled one opens no purchases, but keeps its keys, its events and what it is owed. */
export type KnownPartner = Partner & { readonly enabled: boolean };

/** Returns every configured partner, also the disabled ones, by id. */
export async function readKnownPartners(database: Queryable): Promise<ReadonlyMap<string, KnownPartner>> {
  const { partner } = parseConfiguration(await readConfigurationRows(database));
  return new Map([...partner].map(([id, row]) => [id, { ...buildPartner(id, row), enabled: row.enabled }]));
}
