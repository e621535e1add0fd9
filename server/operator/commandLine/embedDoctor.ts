import type { Command, CommandContext } from '../../action/command.ts';
import { CommandError } from '../../action/commandError.ts';
import { EVERYONE } from '../../action/roles.ts';
import { requirePartner } from '../../configuration/requirePartner.ts';
import { collectEmbedFacts } from '../../partner/embed/collectEmbedFacts.ts';
import { diagnoseEmbedding } from '../../partner/embed/diagnoseEmbedding.ts';
import type { EmbedFacts, Finding } from '../../partner/embed/embedFacts.ts';

export const embedDoctor: Command = {
  usage: 'embed-doctor PARTNER --page https://…',
  roles: EVERYONE,
  about: "reads a partner's page once and lists the problems that prevent embedding, each with the line to change",
  async run(context, [id = '']) {
    const findings = diagnoseEmbedding(await loadFacts(context, id));
    if (findings.length === 0) return `no problem found on ${context.options['page'] ?? ''}`;
    return findings.map(formatFinding).join('\n\n');
  },
};

async function loadFacts(context: CommandContext, id: string): Promise<EmbedFacts> {
  const { database, options, publicUrl, isSandbox } = context;
  const partner = await requirePartner(database, id);
  const url = URL.parse(options['page'] ?? '');
  if (!url) throw new CommandError('give the page: --page https://shop.example/buy');
  const origin = URL.parse(publicUrl ?? '')?.origin;
  if (origin === undefined) throw new CommandError("PUBLIC_URL is not set: set it to the server's public URL");
  return collectEmbedFacts({ database, origin, isSandbox }, partner, url);
}

function formatFinding({ id, fault, change }: Finding): string {
  return `${id}: ${fault}\n  ${change}`;
}
