import { enqueuePageCheck, findNewestPageCheck } from '../partner/embed/pageCheckStore.ts';
import { AppError } from '../platform/http/appError.ts';
import type { PartnerPageHandlers } from './partnerPageHandlers.ts';
import type { PartnerPagesContext } from './partnerPagesContext.ts';

/**
 * Handlers for checks of a partner's page. A worker requests the page: this process opens no connection to an address
 * that a caller names.
 */
export function pageCheckCalls({
  database,
  log,
}: PartnerPagesContext): Pick<PartnerPageHandlers, 'checkPage' | 'pageCheck'> {
  return {
    async checkPage({ page }, { partner, member }) {
      const { origin, href } = new URL(page);
      if (!partner.origins.includes(origin)) throw new AppError('page_not_registered', { origin });
      if (!(await enqueuePageCheck(database, partner.id, href))) throw new AppError('page_check_open');
      log.info({ partner: partner.id, member: member.id, origin }, 'a partner has requested a check of its page');
      return {};
    },

    async pageCheck(_input, { partner }) {
      const newest = await findNewestPageCheck(database, partner.id);
      if (!newest) return { newest: null };
      return {
        newest: {
          page: newest.page,
          requestedAt: newest.requestedAt.toISOString(),
          finishedAt: newest.finishedAt?.toISOString() ?? null,
          results: [...(newest.results ?? [])],
        },
      };
    },
  };
}
