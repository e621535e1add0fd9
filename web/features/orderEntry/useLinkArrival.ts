import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { call } from '../../api/call.ts';
import { useCurrencyLists } from '../catalog/useCurrencyLists.ts';
import { currentDraft, unfixed, unordered, updateDraft } from '../draft/draft.ts';
import { type Partner, usePartner } from '../partner/partnerQuery.ts';
import { rememberedPartner, rememberSender } from '../partner/rememberedPartner.ts';
import { formerToken } from '../quote/formerToken.ts';
import { initialInquiry } from '../quote/initialInquiry.ts';
import { offeredQuery } from '../quote/offeredQuery.ts';
import type { QuoteQuery } from '../quote/quoteQuery.ts';
import { inquiryOfQuote } from './inquiryOfQuote.ts';

export type LinkArrival = {
  /** `unoffered`: the link asks for what cannot be had here, which Edit says. */
  readonly status: 'coming' | 'ready' | 'unoffered' | 'failed';
  /** Undefined while it is on its way. */
  readonly partner: Partner | undefined;
};

/** Fills the draft from the link, once its lists and its sender are known. */
export function useLinkArrival(query: QuoteQuery): LinkArrival {
  const { pays, receives, normalCurrency, offerType, failed } = useCurrencyLists(query.offerType);
  const { partner } = usePartner({
    partnerId: query.partnerId || rememberedPartner(),
    origin: query.origin,
    redirectUrl: query.redirectUrl,
  });
  const quoted = useQuery({
    queryKey: ['offerInquiryInfo', query.token],
    queryFn: ({ signal }) => call('offerInquiryInfo', { token: query.token }, { signal }),
    enabled: query.token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    // A quote that has run out, or was none, leaves the rest of the link.
    retry: false,
  });
  const lists = pays && receives && { pay: pays, receive: receives, normalCurrency, offerType };
  const offered = lists && offeredQuery(query, lists);
  const come = lists && partner && (query.token === '' || !quoted.isPending);

  const arrive = useEffectEvent((begun: QuoteQuery) => {
    if (!come) return;
    const { address, origin, partnerId } = begun;
    rememberSender(partnerId, partner);
    const inquiry = quoted.data ? inquiryOfQuote(quoted.data) : initialInquiry(begun, currentDraft(), lists);
    updateDraft({
      side: inquiry.side,
      sendCurrency: inquiry.sendCurrency,
      getCurrency: inquiry.getCurrency,
      sendCurrencyAmount: inquiry.side === 'Pay' ? inquiry.amount : '',
      getCurrencyAmount: inquiry.side === 'Get' ? inquiry.amount : '',
      quoteToken: formerToken(begun, currentDraft()),
      quoteExpireTime: 0,
      payMethod: inquiry.payMethod,
      offerType: begun.offerType,
      from: origin,
      ...unordered,
      redirectUrl: partner.redirectUrl,
      ...begun.goods,
      ...(address && { address, ...unfixed }),
    });
  });
  const unoffered = offered !== undefined && offered.unoffered.length > 0;
  const all = Boolean(come) && !unoffered;
  useEffect(() => {
    if (all) arrive(query);
  }, [all, query]);

  if (failed) return { status: 'failed', partner };
  return { status: unoffered ? 'unoffered' : all ? 'ready' : 'coming', partner };
}
