import { parseConfiguration } from '../../configuration/configurationKinds.ts';
import { readConfigurationRows } from '../../configuration/configurationStore.ts';
import { buildSettings } from '../../configuration/settings.ts';
import { type Endpoint, findEndpoint } from '../../partner/endpointStore.ts';
import type { Partner } from '../../partner/partner.ts';
import type { Database } from '../../platform/database/database.ts';
import { CommandError } from '../commandError.ts';

/** Returns the partner with this id. Throws {@link CommandError} if there is none. */
export async function requirePartner(database: Database, id: string): Promise<Partner> {
  const { partners } = buildSettings(parseConfiguration(await readConfigurationRows(database)));
  const partner = partners.get(id);
  if (!partner) throw new CommandError(`there is no partner ${id}`.trimEnd());
  return partner;
}

export async function requireEndpoint(database: Database, id: string): Promise<Endpoint> {
  const endpoint = await findEndpoint(database, id);
  if (!endpoint) throw new CommandError(`${id} has no secret yet: npm run operate -- rotate-secret ${id}`);
  return endpoint;
}
