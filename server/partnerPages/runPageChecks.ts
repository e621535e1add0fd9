import type { CheckResult } from '@slipway/contract/entities/partnerPages.ts';
import { readKnownPartners } from '../configuration/readKnownPartners.ts';
import { collectEmbedFacts } from '../partner/embed/collectEmbedFacts.ts';
import { listCheckResults } from '../partner/embed/diagnoseEmbedding.ts';
import { type OpenPageCheck, savePageCheck, takePageCheck } from '../partner/embed/pageCheckStore.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';
import type { NameResolver } from '../platform/webhook/webhookAddress.ts';

export type PageChecksContext = {
  readonly database: Database;
  readonly publicUrl: string;
  readonly isSandbox: boolean;
  readonly log: Log;
  readonly resolve?: NameResolver;
};

/**
 * Checks the pages that partners' people have submitted, and stores the results. A page is requested only at an origin of
 * its partner.
 */
export async function runPageChecks(context: PageChecksContext): Promise<void> {
  const { database, log } = context;
  for (let open = await takePageCheck(database); open; open = await takePageCheck(database)) {
    const { id, partnerId } = open;
    const results = await checkPage(context, open).catch((error: unknown) => {
      // A check that failed is ended, so that it blocks no other.
      log.error({ error, partner: partnerId, pageCheck: id }, 'a page of a partner could not be checked');
      return [];
    });
    await savePageCheck(database, id, results);
  }
}

async function checkPage(
  context: PageChecksContext,
  { partnerId, page }: OpenPageCheck,
): Promise<readonly CheckResult[]> {
  const { database, publicUrl, isSandbox, resolve } = context;
  const partner = (await readKnownPartners(database)).get(partnerId);
  const url = URL.parse(page);
  // The api stores the request, and the origin may have been removed since.
  if (!url || !partner?.origins.includes(url.origin)) return [];
  const { origin } = new URL(publicUrl);
  return listCheckResults(
    await collectEmbedFacts({ database, origin, isSandbox, ...(resolve && { resolve }) }, partner, url),
  );
}
