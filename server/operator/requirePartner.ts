import { readRows } from '../configuration/configurationStore.ts';
import { readConfiguration } from '../configuration/kinds.ts';
import { settingsOf } from '../configuration/settings.ts';
import { type Endpoint, findEndpoint } from '../partner/endpointStore.ts';
import type { Partner } from '../partner/partner.ts';
import type { Database } from '../platform/database/database.ts';
import { CommandError } from './commandError.ts';

/** Throws {@link CommandError} where there is none of the id. */
export async function requirePartner(database: Database, id: string): Promise<Partner> {
  const { partners } = settingsOf(readConfiguration(await readRows(database)));
  const partner = partners.get(id);
  if (!partner) throw new CommandError(`there is no partner ${id}`.trimEnd());
  return partner;
}

export async function requireEndpoint(database: Database, id: string): Promise<Endpoint> {
  const endpoint = await findEndpoint(database, id);
  if (!endpoint) throw new CommandError(`${id} has no secret yet: npm run operate -- rotate-secret ${id}`);
  return endpoint;
}
