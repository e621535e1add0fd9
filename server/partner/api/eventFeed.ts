import type { WebhookEvent } from '@slipway/contract/webhookEvents.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import { listEventsAfter } from './eventFeedStore.ts';
import type { PartnerHandlers } from './partnerHandlers.ts';

/** Returns the calls with which a partner's server reads its events. */
export function eventFeedCalls({ database }: { readonly database: Database }): Pick<PartnerHandlers, 'events'> {
  return {
    async events({ after, limit }, { partner }) {
      const found = await listEventsAfter(database, partner.id, after, limit + 1);
      if (!found) throw new AppError('cursor_unknown');
      const events = found.slice(0, limit).map(({ id, body }) => ({ id, ...(JSON.parse(body) as WebhookEvent) }));
      return { data: { events, next: events.at(-1)?.id ?? after ?? null, more: found.length > limit } };
    },
  };
}
