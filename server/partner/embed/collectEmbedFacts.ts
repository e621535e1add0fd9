import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Database } from '../../platform/database/database.ts';
import type { AddressRule, NameResolver } from '../../platform/webhook/webhookAddress.ts';
import { listPartnerKeyDates, type PartnerKeyDates } from '../api/partnerKeyStore.ts';
import { findEndpoint } from '../endpointStore.ts';
import type { Partner } from '../partner.ts';
import { listSecretDates } from '../secretStore.ts';
import type { EmbedFacts } from './embedFacts.ts';
import { findAddressRefusal, readEmbedPage } from './readEmbedPage.ts';

const INTEGRITY_FILE = fileURLToPath(new URL('../../../web/dist/embed/v1/integrity.json', import.meta.url));
const LOADER = '/embed/v1/loader.js';

type EmbedFactsContext = {
  readonly database: Database;
  /** Public origin of Slipway. */
  readonly origin: string;
  /** True if addresses of this machine may be requested. */
  readonly isSandbox: boolean;
  readonly resolve?: NameResolver;
};

/** Requests a partner's page once and returns all that the checks need. */
export async function collectEmbedFacts(
  { database, origin, isSandbox, resolve }: EmbedFactsContext,
  partner: Partner,
  page: URL,
): Promise<EmbedFacts> {
  const rule: AddressRule = isSandbox ? 'public or loopback' : 'public';
  const { id, webhookUrl } = partner;
  const endpoint = await findEndpoint(database, id);
  return {
    partner,
    configured: { origin, integrity: await readLoaderIntegrity() },
    events: {
      hasSecret: (await listSecretDates(database, id)).length > 0,
      offReason: endpoint?.offReason ?? null,
      addressRefused: webhookUrl === undefined ? undefined : await findAddressRefusal(webhookUrl, rule, resolve),
    },
    keys: describeKeys(await listPartnerKeyDates(database, id)),
    page: await readEmbedPage(page, rule, resolve),
  };
}

function describeKeys([newest, former]: readonly PartnerKeyDates[]): EmbedFacts['keys'] {
  const isWaiting = newest !== undefined && newest.lastUsedAt === null && former?.lastUsedAt;
  return { hasKey: newest !== undefined, endsAt: isWaiting ? former.retiresAt : null };
}

/** Returns the integrity hash of the build next to this program; undefined if there is none. */
async function readLoaderIntegrity(): Promise<string | undefined> {
  try {
    return (JSON.parse(await readFile(INTEGRITY_FILE, 'utf8')) as Readonly<Record<string, string>>)[LOADER];
  } catch {
    return undefined;
  }
}
