import { readRows } from '../../configuration/configurationStore.ts';
import { readConfiguration } from '../../configuration/kinds.ts';
import { partnerOf } from '../../configuration/settings.ts';
import type { Partner } from '../../partner/partner.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';

/** `enabled`: one that was switched off opens nothing, and has its keys, its events and what it is owed still. */
export type KnownPartner = Partner & { readonly enabled: boolean };

/** Every partner that there is a row of. */
export async function knownPartners(database: Queryable): Promise<ReadonlyMap<string, KnownPartner>> {
  const { partner } = readConfiguration(await readRows(database));
  return new Map([...partner].map(([id, row]) => [id, { ...partnerOf(id, row), enabled: row.enabled }]));
}

/** Throws `not_found`. */
export async function requireKnownPartner(database: Queryable, id: string): Promise<KnownPartner> {
  const known = (await knownPartners(database)).get(id);
  if (!known) throw new AppError('not_found', { what: 'partner', name: id });
  return known;
}
