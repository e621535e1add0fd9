import { CommandError } from '../action/commandError.ts';
import { type Endpoint, findEndpoint } from '../partner/endpointStore.ts';
import type { Partner } from '../partner/partner.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { type KnownPartner, readKnownPartners } from './readKnownPartners.ts';
import { readSettings } from './readSettings.ts';

/** Returns the enabled partner with this id. Throws {@link CommandError} if there is none. */
export async function requirePartner(database: Database, id: string): Promise<Partner> {
  const { partners } = await readSettings(database);
  const partner = partners.get(id);
  if (!partner) throw new CommandError(`there is no partner ${id || 'PARTNER'}, or it is disabled`);
  return partner;
}

/** Returns the partner with this id, also if disabled. Throws {@link CommandError} if there is none. */
export async function requireKnownPartner(database: Queryable, id: string): Promise<KnownPartner> {
  const partner = (await readKnownPartners(database)).get(id);
  if (!partner) throw new CommandError(`there is no partner ${id || 'PARTNER'}`);
  return partner;
}

/** Returns the partner's endpoint. Throws {@link CommandError} if there is none: the first secret creates it. */
export async function requireEndpoint(database: Database, id: string): Promise<Endpoint> {
  const endpoint = await findEndpoint(database, id);
  if (!endpoint) throw new CommandError(`${id} has no secret yet: npm run operate -- rotate-secret ${id}`);
  return endpoint;
}
