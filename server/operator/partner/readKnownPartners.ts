import { parseConfiguration } from '../../configuration/configurationKinds.ts';
import { readConfigurationRows } from '../../configuration/configurationStore.ts';
import { buildPartner } from '../../configuration/settings.ts';
import type { Partner } from '../../partner/partner.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';

/** A partner, also if disabled: it then opens no purchases, but keeps its keys, its events and what it is owed. */
export type KnownPartner = Partner & { readonly enabled: boolean };

/** Returns every configured partner. */
export async function readKnownPartners(database: Queryable): Promise<ReadonlyMap<string, KnownPartner>> {
  const { partner } = parseConfiguration(await readConfigurationRows(database));
  return new Map([...partner].map(([id, row]) => [id, { ...buildPartner(id, row), enabled: row.enabled }]));
}

/** Returns the partner. Throws `not_found`. */
export async function requireKnownPartner(database: Queryable, id: string): Promise<KnownPartner> {
  const known = (await readKnownPartners(database)).get(id);
  if (!known) throw new AppError('not_found', { what: 'partner', name: id });
  return known;
}
