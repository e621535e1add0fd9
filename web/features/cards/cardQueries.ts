import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/callError.ts';
import { text } from '../../i18n/text.ts';
import { showToast } from '../../ui/toastStore.ts';
import type { SavedCard } from './cardExpiry.ts';

const CARDS_KEY = ['cardList'];

export function useCards() {
  return useQuery({ queryKey: CARDS_KEY, queryFn: ({ signal }) => call('cardList', {}, { signal }) });
}

/** Deletes a card and shows the result; a card that was already deleted is a success. Throws if deleting fails. */
export function useDeleteCard(): (card: SavedCard) => Promise<void> {
  const queries = useQueryClient();
  return async ({ cardId }) => {
    try {
      await call('delCreditCard', { cardId });
    } catch (failure) {
      if (!isAlreadyDeleted(failure)) {
        if (!(failure instanceof CallError && failure.handled)) showToast(text('cards.delete_failed'), 'info');
        throw failure;
      }
    }
    await queries.cancelQueries({ queryKey: CARDS_KEY });
    queries.setQueryData<SavedCard[]>(CARDS_KEY, (cards) => cards?.filter((card) => card.cardId !== cardId));
    showToast(text('cards.deleted'));
  };
}

function isAlreadyDeleted(failure: unknown): boolean {
  return failure instanceof CallError && failure.detail?.error === 'card_not_found';
}
