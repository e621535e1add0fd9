import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { listPartnerKeyDates, type PartnerKeyDates } from '../../partner/api/partnerKeyStore.ts';
import { diagnoseEmbedding } from '../../partner/embed/diagnoseEmbedding.ts';
import type { EmbedFacts, Finding } from '../../partner/embed/embedFacts.ts';
import { findAddressRefusal, readEmbedPage } from '../../partner/embed/readEmbedPage.ts';
import { findEndpoint } from '../../partner/endpointStore.ts';
import { listSecretDates } from '../../partner/secretStore.ts';
import type { AddressRule } from '../../platform/webhook/webhookAddress.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../commandError.ts';
import { EVERYONE } from '../roles.ts';
import { requirePartner } from './requirePartner.ts';

const INTEGRITY_FILE = fileURLToPath(new URL('../../../web/dist/embed/v1/integrity.json', import.meta.url));
const LOADER = '/embed/v1/loader.js';

export const embedDoctor: Command = {
  usage: 'embed-doctor PARTNER --page https://…',
  roles: EVERYONE,
  about: "reads a partner's page once and lists the problems that prevent embedding, each with the line to change",
  async run(context, [id = '']) {
    const findings = diagnoseEmbedding(await factsOf(context, id));
    if (findings.length === 0) return `no problem found on ${context.options['page'] ?? ''}`;
    return findings.map(formatFinding).join('\n\n');
  },
};

async function factsOf(context: CommandContext, id: string): Promise<EmbedFacts> {
  const { database, options, publicUrl, isSandbox = false } = context;
  const partner = await requirePartner(database, id);
  const url = URL.parse(options['page'] ?? '');
  if (!url) throw new CommandError('give the page: --page https://shop.example/buy');
  const origin = URL.parse(publicUrl ?? '')?.origin;
  if (origin === undefined) throw new CommandError("PUBLIC_URL is not set: set it to the server's public URL");
  const rule: AddressRule = isSandbox ? 'public or loopback' : 'public';
  const { webhookUrl } = partner;
  const endpoint = await findEndpoint(database, id);
  return {
    partner,
    ours: { origin, integrity: await presentIntegrity() },
    events: {
      hasSecret: (await listSecretDates(database, id)).length > 0,
      offReason: endpoint?.offReason ?? null,
      addressRefused: webhookUrl === undefined ? undefined : await findAddressRefusal(webhookUrl, rule),
    },
    keys: keysOf(await listPartnerKeyDates(database, id)),
    page: await readEmbedPage(url, rule),
  };
}

function keysOf([newest, former]: readonly PartnerKeyDates[]): EmbedFacts['keys'] {
  const isWaiting = newest !== undefined && newest.lastUsedAt === null && former?.lastUsedAt;
  return { any: newest !== undefined, endsAt: isWaiting ? former.retiresAt : null };
}

/** Returns the integrity hash of the build next to this program; undefined if there is none. */
async function presentIntegrity(): Promise<string | undefined> {
  try {
    return (JSON.parse(await readFile(INTEGRITY_FILE, 'utf8')) as Readonly<Record<string, string>>)[LOADER];
  } catch {
    return undefined;
  }
}

function formatFinding({ id, says, change }: Finding): string {
  return `${id}: ${says}\n  ${change}`;
}
