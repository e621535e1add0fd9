import { requireProved } from '../../account/requireProved.ts';
import { NO_PARTNER, type Partners } from '../../partner/partner.ts';
import type { Session } from '../../platform/http/handlers.ts';
import type { Reserved } from '../../risk/reserveLimits.ts';
import type { Order } from '../order/order.ts';
import { type ReservedCard, savedCardEuroCents } from './attemptStore.ts';

/**
 * Lets a saved card pay. Sessions of a partner's account are opened by that partner's server, which proves nothing about the
 * buyer: above what the partner's row allows for a day the buyer confirms. Throws `confirmation_needed`.
 */
export async function reserveSavedCard(
  reserved: Reserved<'attempt'>,
  partners: Partners,
  payment: {
    readonly order: Pick<Order, 'id' | 'euroCents'>;
    readonly cardId: string;
    readonly session: Pick<Session, 'buyerId' | 'partnerId' | 'isProved'>;
  },
): Promise<ReservedCard> {
  const { order, cardId, session } = payment;
  const isOpenedByPartner = session.partnerId !== NO_PARTNER && !session.isProved;
  if (isOpenedByPartner) {
    const limit = partners.get(session.partnerId)?.savedCardCentsPerDay ?? 0n;
    const spent = await savedCardEuroCents(reserved, session.buyerId, order.id);
    if (spent + order.euroCents > limit) requireProved(session);
  }
  return cardId as ReservedCard;
}
