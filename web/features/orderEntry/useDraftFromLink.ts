import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { call } from '../../api/call.ts';
import { useCurrencyLists } from '../catalog/useCurrencyLists.ts';
import { getDraft, noOrder, noPartnerSession, updateDraft } from '../draft/draft.ts';
import { type Partner, usePartner } from '../partner/partnerQuery.ts';
import { getRememberedPartner, rememberReferringPartner } from '../partner/rememberPartner.ts';
import { buildInitialInquiry } from '../quote/link/buildInitialInquiry.ts';
import { findPreviousToken } from '../quote/link/findPreviousToken.ts';
import type { QuoteQuery } from '../quote/link/quoteQuery.ts';
import { reduceToOffered } from '../quote/link/reduceToOffered.ts';
import { buildInquiryFromQuote } from './buildInquiryFromQuote.ts';

export type LinkDraftState = {
  /** `unoffered`: the link requests something that is not available; Edit explains it. */
  readonly status: 'loading' | 'ready' | 'unoffered' | 'failed';
  /** Undefined while loading. */
  readonly partner: Partner | undefined;
};

/**
 * Remembers the link's partner, and fills the draft from the link or from the quote that it names, once everything is loaded
 * and unless the link requests something that is not available.
 */
export function useDraftFromLink(query: QuoteQuery): LinkDraftState {
  const { payCurrencies, receiveCurrencies, normalCurrency, offerType, failed } = useCurrencyLists(query.offerType);
  const { partner } = usePartner({
    partnerId: query.partnerId || getRememberedPartner(),
    origin: query.origin,
    redirectUrl: query.redirectUrl,
  });
  const quoted = useQuery({
    queryKey: ['offerInquiryInfo', query.token],
    queryFn: ({ signal }) => call('offerInquiryInfo', { token: query.token }, { signal }),
    enabled: query.token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    // An expired or invalid quote leaves the rest of the link usable.
    retry: false,
  });
  const lists = payCurrencies &&
    receiveCurrencies && { pay: payCurrencies, receive: receiveCurrencies, normalCurrency, offerType };
  const offered = lists && reduceToOffered(query, lists);
  const isLoaded = lists && partner && (query.token === '' || !quoted.isPending);

  const fillDraft = useEffectEvent((linkQuery: QuoteQuery) => {
    if (!isLoaded) return;
    const { address, origin, partnerId } = linkQuery;
    rememberReferringPartner(partnerId, partner);
    const inquiry = quoted.data
      ? buildInquiryFromQuote(quoted.data)
      : buildInitialInquiry(linkQuery, getDraft(), lists);
    updateDraft({
      side: inquiry.side,
      sendCurrency: inquiry.sendCurrency,
      getCurrency: inquiry.getCurrency,
      sendCurrencyAmount: inquiry.side === 'Pay' ? inquiry.amount : '',
      getCurrencyAmount: inquiry.side === 'Get' ? inquiry.amount : '',
      quoteToken: findPreviousToken(linkQuery, getDraft()),
      quoteExpireTime: 0,
      payMethod: inquiry.payMethod,
      offerType: linkQuery.offerType,
      from: origin,
      ...noOrder,
      redirectUrl: partner.redirectUrl,
      ...linkQuery.goods,
      ...(address && { address, ...noPartnerSession }),
    });
  });
  const unoffered = offered !== undefined && offered.unoffered.length > 0;
  const isReady = Boolean(isLoaded) && !unoffered;
  useEffect(() => {
    if (isReady) fillDraft(query);
  }, [isReady, query]);

  if (failed) return { status: 'failed', partner };
  return { status: unoffered ? 'unoffered' : isReady ? 'ready' : 'loading', partner };
}
