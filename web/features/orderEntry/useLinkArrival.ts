import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { call } from '../../api/call.ts';
import { useCurrencyLists } from '../catalog/useCurrencyLists.ts';
import { currentDraft, unfixed, updateDraft } from '../draft/draft.ts';
import { type Partner, rememberedPartner, rememberPartner, usePartner } from '../partner/partnerQuery.ts';
import { initialInquiry } from '../quote/initialInquiry.ts';
import type { QuoteQuery } from '../quote/quoteQuery.ts';
import { inquiryOfQuote } from './inquiryOfQuote.ts';

export type LinkArrival = {
  readonly status: 'coming' | 'ready' | 'failed';
  /** Undefined while it is on its way. */
  readonly partner: Partner | undefined;
};

/** Fills the draft from the link, once its lists and its sender are known. */
export function useLinkArrival(query: QuoteQuery): LinkArrival {
  const { pays, receives, normalCurrency, failed } = useCurrencyLists(query.offerType);
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
  const come = pays && receives && partner && (query.token === '' || !quoted.isPending);

  const arrive = useEffectEvent((begun: QuoteQuery) => {
    if (!come) return;
    const { address, origin, partnerId, offerType } = begun;
    if (partnerId) rememberPartner(partnerId);
    const lists = { pay: pays, receive: receives, normalCurrency };
    const inquiry = quoted.data ? inquiryOfQuote(quoted.data) : initialInquiry(begun, currentDraft(), lists);
    updateDraft({
      side: inquiry.side,
      sendCurrency: inquiry.sendCurrency,
      getCurrency: inquiry.getCurrency,
      sendCurrencyAmount: inquiry.side === 'Pay' ? inquiry.amount : '',
      getCurrencyAmount: inquiry.side === 'Get' ? inquiry.amount : '',
      quoteToken: '',
      quoteExpireTime: 0,
      payMethod: inquiry.payMethod,
      offerType,
      from: origin,
      redirectUrl: partner.redirectUrl,
      ...(address && { address, ...unfixed }),
    });
  });
  const all = Boolean(come);
  useEffect(() => {
    if (all) arrive(query);
  }, [all, query]);

  return { status: failed ? 'failed' : all ? 'ready' : 'coming', partner };
}
