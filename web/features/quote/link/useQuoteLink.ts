import { useEffect } from 'react';
import { resolveErrorParameter } from '../../../i18n/resolveErrorParameter.ts';
import { showToast } from '../../../ui/toastStore.ts';
import { noPartnerSession, updateDraft } from '../../draft/draft.ts';
import { rememberPartner } from '../../partner/rememberPartner.ts';
import type { QuoteQuery } from './quoteQuery.ts';

/** Stores the link's partner, address, origin, return URL and goods for the following steps, and shows its message. */
export function useQuoteLink(query: QuoteQuery): void {
  useEffect(() => {
    if (query.error) void resolveErrorParameter(query.error).then((message) => showToast(message, 'info'));
    if (query.partnerId) rememberPartner(query.partnerId);
    const { address, origin, redirectUrl, goods } = query;
    updateDraft({
      ...goods,
      ...(address && { address, ...noPartnerSession }),
      ...(origin && { from: origin }),
      ...(redirectUrl && { redirectUrl }),
    });
  }, [query]);
}
