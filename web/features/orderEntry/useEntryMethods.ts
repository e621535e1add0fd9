import { updateDraft } from '../draft/draft.ts';
import { useDraft } from '../draft/useDraft.ts';
import { type OrderDecision, orderDecision } from '../partner/partnerRules.ts';
import { payableHere } from '../quote/payableHere.ts';
import { type QuoteFigures, quoteFigures } from '../quote/quoteFigures.ts';
import type { QuoteQuery } from '../quote/quoteQuery.ts';
import { effectiveMethod, type MethodPrices, useMethodPrices } from '../quote/useMethodPrices.ts';
import { type RenewedQuote, useRenewedQuote } from '../renewal/useRenewedQuote.ts';
import { inquiryOfQuote } from './inquiryOfQuote.ts';
import type { LinkArrival } from './useLinkArrival.ts';

export type EntryMethods = {
  /** Whether there is anything to ask; null while the link is being read. */
  readonly decision: OrderDecision | null;
  readonly renewal: RenewedQuote;
  readonly methods: MethodPrices;
  /** The method that pays; '' while none can. */
  readonly selected: string;
  /** The quote's figures by that method. */
  readonly figures: QuoteFigures | null;
  readonly choose: (payMethod: string) => void;
};

/** How a purchase that a link has begun can be paid, with the quote that says so. */
export function useEntryMethods(query: QuoteQuery, { status, partner }: LinkArrival): EntryMethods {
  const draft = useDraft();
  const facts = { partner, asked: query.payMethod, payable: payableHere };
  const early = status === 'ready' ? orderDecision({ ...facts, methods: undefined }) : null;
  const renewal = useRenewedQuote(early !== null && early.kind !== 'go');
  const { quote, secondsLeft } = renewal;
  const methods = useMethodPrices(quote?.token ?? null);
  const known = methods.status === 'ready' ? methods.prices : undefined;
  const selected = effectiveMethod(methods.prices, draft.payMethod, quote?.payMethod ?? '');
  const method = methods.current ? methods.prices.find(({ payMethod }) => payMethod === selected) : undefined;
  return {
    decision: early && orderDecision({ ...facts, methods: known }),
    renewal,
    methods,
    selected,
    figures: quote && quoteFigures(liveQuote(quote, secondsLeft), method),
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

/** A renewed quote in the shape that its figures are read from. */
function liveQuote(quote: NonNullable<RenewedQuote['quote']>, secondsLeft: number | null) {
  const inquiry = { ...inquiryOfQuote(quote), offerType: quote.offerType };
  return { status: 'live', inquiry, request: 0, quote, secondsLeft: secondsLeft ?? 0 } as const;
}
