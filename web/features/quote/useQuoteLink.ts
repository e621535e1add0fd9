import { useEffect } from 'react';
import { errorOfQuery } from '../../i18n/errorOfQuery.ts';
import { showToast } from '../../ui/toastStore.ts';
import { unfixed, updateDraft } from '../draft/draft.ts';
import { rememberPartner } from '../partner/rememberedPartner.ts';
import type { QuoteQuery } from './quoteQuery.ts';

/** Keeps what a link says besides the quote for the steps that follow, and shows its message. */
export function useQuoteLink(query: QuoteQuery): void {
  useEffect(() => {
    if (query.error) void errorOfQuery(query.error).then((words) => showToast(words, 'info'));
    if (query.partnerId) rememberPartner(query.partnerId);
    const { address, origin, redirectUrl, goods } = query;
    updateDraft({
      ...goods,
      ...(address && { address, ...unfixed }),
      ...(origin && { from: origin }),
      ...(redirectUrl && { redirectUrl }),
    });
  }, [query]);
}
