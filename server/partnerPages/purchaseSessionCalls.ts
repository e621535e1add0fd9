import { type ListedSession, listPartnerSessions } from '../purchase/session/partnerSessionStore.ts';
import type { PartnerPageHandlers } from './partnerPageHandlers.ts';
import type { PartnerPagesContext } from './partnerPagesContext.ts';

const MOST_SESSIONS = 100;

/** Handlers for a partner's sessions. They return no token and no terms: both can be personal. */
export function purchaseSessionCalls({ database }: PartnerPagesContext): Pick<PartnerPageHandlers, 'purchaseSessions'> {
  return {
    async purchaseSessions(_input, { partner }) {
      const sessions = await listPartnerSessions(database, partner.id, MOST_SESSIONS);
      return {
        list: sessions.map((session) => ({
          id: session.id,
          createdAt: session.createdAt.toISOString(),
          expiresAt: session.expiresAt.toISOString(),
          openedAt: session.openedAt?.toISOString() ?? null,
          state: computeState(session),
          orderNo: session.orderNo,
        })),
      };
    },
  };
}

function computeState({ orderNo, openedAt, isExpired }: ListedSession) {
  if (orderNo !== null) return 'ordered';
  if (openedAt !== null) return 'opened';
  return isExpired ? 'expired' : 'waiting';
}
