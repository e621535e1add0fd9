import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type KeyDates, keyDates } from '../partner/api/partnerKeyStore.ts';
import { diagnose } from '../partner/embed/diagnose.ts';
import type { EmbedFacts, Finding } from '../partner/embed/embedFacts.ts';
import { readEmbedPage, refusalOf } from '../partner/embed/readEmbedPage.ts';
import { findEndpoint } from '../partner/endpointStore.ts';
import { secretDates } from '../partner/secretStore.ts';
import type { AddressRule } from '../platform/webhook/webhookAddress.ts';
import type { Command, CommandContext } from './command.ts';
import { CommandError } from './commandError.ts';
import { requirePartner } from './requirePartner.ts';

const INTEGRITY_FILE = fileURLToPath(new URL('../../web/dist/embed/v1/integrity.json', import.meta.url));
const LOADER = '/embed/v1/loader.js';

export const embedDoctor: Command = {
  usage: 'embed-doctor PARTNER --page https://…',
  about: "reads a partner's page once and says what keeps the buy page out of it, each with the line to change",
  async run(context, [id = '']) {
    const findings = diagnose(await factsOf(context, id));
    if (findings.length === 0)
      return `nothing is wrong with ${context.options['page'] ?? ''}, as far as it can be seen from here`;
    return findings.map(printed).join('\n\n');
  },
};

async function factsOf(context: CommandContext, id: string): Promise<EmbedFacts> {
  const { database, options, publicUrl, isSandbox = false } = context;
  const partner = await requirePartner(database, id);
  const url = URL.parse(options['page'] ?? '');
  if (!url) throw new CommandError('which page? --page https://shop.example/buy');
  const origin = URL.parse(publicUrl ?? '')?.origin;
  if (origin === undefined) throw new CommandError("PUBLIC_URL is missing: set it to the server's");
  const rule: AddressRule = isSandbox ? 'public or loopback' : 'public';
  const { webhookUrl } = partner;
  const endpoint = await findEndpoint(database, id);
  return {
    partner,
    ours: { origin, integrity: await presentIntegrity() },
    events: {
      hasSecret: (await secretDates(database, id)).length > 0,
      offReason: endpoint?.offReason ?? null,
      addressRefused: webhookUrl === undefined ? undefined : await refusalOf(webhookUrl, rule),
    },
    keys: keysOf(await keyDates(database, id)),
    page: await readEmbedPage(url, rule),
  };
}

function keysOf([newest, former]: readonly KeyDates[]): EmbedFacts['keys'] {
  const isWaiting = newest !== undefined && newest.lastUsedAt === null && former?.lastUsedAt;
  return { any: newest !== undefined, endsAt: isWaiting ? former.retiresAt : null };
}

/** Of the build beside this program; undefined where there is none. */
async function presentIntegrity(): Promise<string | undefined> {
  try {
    return (JSON.parse(await readFile(INTEGRITY_FILE, 'utf8')) as Readonly<Record<string, string>>)[LOADER];
  } catch {
    return undefined;
  }
}

function printed({ id, says, change }: Finding): string {
  return `${id}: ${says}\n  ${change}`;
}
