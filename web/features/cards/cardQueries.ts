import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/callError.ts';
import { text } from '../../i18n/text.ts';
import { showToast } from '../../ui/toastStore.ts';
import type { SavedCard } from './cardExpiry.ts';

const CARDS = ['cardList'];

export function useCards() {
  return useQuery({ queryKey: CARDS, queryFn: ({ signal }) => call('cardList', {}, { signal }) });
}

/** Forgets a card and says how it went; a card that is gone already counts as forgotten. */
export function useForgetCard(): (card: SavedCard) => Promise<void> {
  const queries = useQueryClient();
  return async ({ cardId }) => {
    try {
      await call('delCreditCard', { cardId });
    } catch (failure) {
      if (!isGone(failure)) {
        if (!(failure instanceof CallError && failure.handled)) showToast(text('cards.delete_failed'), 'info');
        throw failure;
      }
    }
    await queries.cancelQueries({ queryKey: CARDS });
    queries.setQueryData<SavedCard[]>(CARDS, (cards) => cards?.filter((card) => card.cardId !== cardId));
    showToast(text('cards.deleted'));
  };
}

function isGone(failure: unknown): boolean {
  return failure instanceof CallError && failure.detail?.error === 'card_not_found';
}
