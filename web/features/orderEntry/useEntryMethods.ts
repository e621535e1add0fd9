import { updateDraft } from '../draft/draft.ts';
import { useDraft } from '../draft/useDraft.ts';
import { decideOrderScreenSkip, type OrderDecision } from '../partner/partnerRules.ts';
import { computeQuoteFigures, type QuoteFigures } from '../quote/computeQuoteFigures.ts';
import type { QuoteQuery } from '../quote/link/quoteQuery.ts';
import { isPayableHere } from '../quote/methods/isPayableHere.ts';
import { chooseMethod, type MethodPrices, useMethodPrices } from '../quote/methods/useMethodPrices.ts';
import { type RenewedQuote, useRenewedQuote } from '../renewal/useRenewedQuote.ts';
import { buildInquiryFromQuote } from './buildInquiryFromQuote.ts';
import type { LinkDraftState } from './useDraftFromLink.ts';

export type EntryMethods = {
  /** Decision whether the buyer must choose; null while the link is being read. */
  readonly decision: OrderDecision | null;
  readonly renewal: RenewedQuote;
  readonly methods: MethodPrices;
  /** Selected payment method; '' if none is available. */
  readonly selected: string;
  /** Quote figures for the selected method. */
  readonly figures: QuoteFigures | null;
  readonly choose: (payMethod: string) => void;
};

/** Loads the quote and the payment methods for a purchase started by a link. */
export function useEntryMethods(query: QuoteQuery, { status, partner }: LinkDraftState): EntryMethods {
  const draft = useDraft();
  const facts = { partner, requestedMethod: query.payMethod, payable: isPayableHere };
  const initialDecision = status === 'ready' ? decideOrderScreenSkip({ ...facts, methods: undefined }) : null;
  const renewal = useRenewedQuote(initialDecision !== null && initialDecision.kind !== 'go');
  const { quote, secondsLeft } = renewal;
  const methods = useMethodPrices(quote?.token ?? null);
  const loadedMethods = methods.status === 'ready' ? methods.prices : undefined;
  const selected = chooseMethod(methods.prices, draft.payMethod, quote?.payMethod ?? '');
  const method = methods.current ? methods.prices.find(({ payMethod }) => payMethod === selected) : undefined;
  return {
    decision: initialDecision && decideOrderScreenSkip({ ...facts, methods: loadedMethods }),
    renewal,
    methods,
    selected,
    figures: quote && computeQuoteFigures(toLiveQuoteState(quote, secondsLeft), method),
    choose: (payMethod) => {
      const price = methods.prices.find((candidate) => candidate.payMethod === payMethod);
      const amounts = price && {
        sendCurrencyAmount: price.sendCurrencyAmount,
        getCurrencyAmount: price.getCurrencyAmount,
      };
      updateDraft({ payMethod, ...amounts });
    },
  };
}

/** Returns a renewed quote as the state from which its figures are read. */
function toLiveQuoteState(quote: NonNullable<RenewedQuote['quote']>, secondsLeft: number | null) {
  const inquiry = { ...buildInquiryFromQuote(quote), offerType: quote.offerType };
  return { status: 'live', inquiry, request: 0, quote, secondsLeft: secondsLeft ?? 0 } as const;
}
