import type { CallData } from '@slipway/contract/calls.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { findBillingAddress } from './billingStore.ts';
import { deleteCard, listSavedCards, type ShownCard } from './savedCardStore.ts';

export function cardCalls({
  database,
}: {
  readonly database: Database;
}): Pick<Handlers, 'cardList' | 'delCreditCard' | 'getBillingAddress'> {
  return {
    async cardList(_input, { session }) {
      return { data: (await listSavedCards(database, session.buyerId)).map(presentCard) };
    },

    async delCreditCard({ cardId }, { session }) {
      if (!(await deleteCard(database, session.buyerId, cardId))) throw new AppError('card_not_found');
      return { data: {} };
    },

    async getBillingAddress(_input, { session }) {
      return { data: (await findBillingAddress(database, session.buyerId)) ?? null };
    },
  };
}

/** Returns the card in its wire format, without the acquirer's ids. */
export function presentCard({ id, brand, last4, expiryMonth, expiryYear }: ShownCard): CallData<'cardList'>[number] {
  return { cardId: id, brand, last4, expiryMonth, expiryYear };
}
