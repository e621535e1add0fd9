import type { PartnerPageCallData } from '@slipway/contract/partnerPageCalls.ts';
import { findEndpoint } from '../partner/endpointStore.ts';
import { findEvent, type LoggedEvent, listDeliveryAttempts, listEvents } from '../partner/eventLogStore.ts';
import { replayEvents } from '../partner/replayStore.ts';
import { sendTestEvent } from '../partner/sendTestEvent.ts';
import { AppError } from '../platform/http/appError.ts';
import type { PartnerPageHandlers } from './partnerPageHandlers.ts';
import type { PartnerPagesContext } from './partnerPagesContext.ts';

const PAGE = 50;
const MOST_ATTEMPTS = 100;

type DeliveryCall = 'deliveries' | 'delivery' | 'replayEvent' | 'sendTestEvent';

/** Handlers for the events of a partner and their deliveries. */
export function deliveryCalls({ database, log }: PartnerPagesContext): Pick<PartnerPageHandlers, DeliveryCall> {
  async function requireEvent(partnerId: string, id: string) {
    const event = await findEvent(database, partnerId, id);
    if (!event) throw new AppError('member_item_unknown', { what: 'event', name: id });
    return event;
  }

  /** Throws `webhook_secret_missing` if the partner has no endpoint: without a secret nothing is sent. */
  async function requireEndpoint(partnerId: string): Promise<void> {
    if (!(await findEndpoint(database, partnerId))) throw new AppError('webhook_secret_missing');
  }

  return {
    async deliveries({ state, cursor }, { partner }) {
      const events = await listEvents(database, { partnerId: partner.id, state, before: cursor, most: PAGE + 1 });
      const page = events.slice(0, PAGE);
      return { list: page.map(presentEvent), cursor: events.length > PAGE ? (page.at(-1)?.entry ?? null) : null };
    },

    async delivery({ event: id }, { partner }) {
      const event = await requireEvent(partner.id, id);
      const attempts = await listDeliveryAttempts(database, event.entry, MOST_ATTEMPTS);
      return {
        ...presentEvent(event),
        body: event.body,
        attempts: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: at.toISOString() })),
      };
    },

    async replayEvent({ event: id }, { partner, member }) {
      await requireEndpoint(partner.id);
      const { orderNo } = await requireEvent(partner.id, id);
      if (orderNo === null) throw new AppError('member_item_unknown', { what: 'event of an order', name: id });
      await database.transaction((transaction) => replayEvents(transaction, partner.id, { event: id }));
      log.info({ partner: partner.id, member: member.id, event: id }, 'a partner sends an event again');
      return {};
    },

    async sendTestEvent({ type }, { partner, member }) {
      await requireEndpoint(partner.id);
      const now = await database.now();
      const event = await database.transaction((transaction) => sendTestEvent(transaction, partner.id, { type, now }));
      log.info({ partner: partner.id, member: member.id, event }, 'a partner sends a test event');
      return { event };
    },
  };
}

function presentEvent(event: LoggedEvent): PartnerPageCallData<'deliveries'>['list'][number] {
  const { event: id, type, orderNo, position, createdAt, delivery, tries, triedAt, status } = event;
  const presented = { event: id, type, orderNo, position, delivery, tries, status };
  return { ...presented, createdAt: createdAt.toISOString(), triedAt: triedAt?.toISOString() ?? null };
}
