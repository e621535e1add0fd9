import { use, useEffect, useLayoutEffect, useState } from 'react';
import type { CurrencyLists } from '../catalog/useCurrencyLists.ts';
import { currentDraft } from '../draft/draft.ts';
import { inquiryReferences } from '../draft/references.ts';
import { formerToken } from './formerToken.ts';
import { initialInquiry } from './initialInquiry.ts';
import { LastInquiryContext } from './lastInquiry.ts';
import { offeredQuery, type Unoffered } from './offeredQuery.ts';
import { type QuoteFigures, quoteFigures } from './quoteFigures.ts';
import type { QuoteLocks, QuoteQuery } from './quoteQuery.ts';
import type { Inquiry } from './quoteReducer.ts';
import { checkInquiry, type PayCurrency, type ReceiveCurrency } from './quoteRules.ts';
import { effectiveMethod, type MethodPrices, useMethodPrices } from './useMethodPrices.ts';
import { type QuoteControl, useQuote } from './useQuote.ts';

/** A quote as the buyer edits it, with what it costs by each payment method. */
export type QuotedPurchase = Omit<QuoteControl, 'ask'> & {
  readonly methods: MethodPrices;
  /** The method that pays; '' while none can. */
  readonly selected: string;
  /** Whether the methods' fees belong to what is entered. */
  readonly quoting: 'asking' | 'quoted' | 'stopped';
  /** The figures by that method; null while there is no quote. */
  readonly figures: QuoteFigures | null;
  readonly pay: PayCurrency | undefined;
  readonly receive: ReceiveCurrency | undefined;
  readonly locked: QuoteLocks;
  /** What the link asks for and cannot have here. */
  readonly unoffered: readonly Unoffered[];
  /** An amount that was entered before the currencies came; null without one. */
  readonly enteredEarly: EnteredAmount | null;
  readonly enterEarly: (entered: EnteredAmount) => void;
  /** Asks again with something changed, or as it was. Before the first question it does nothing. */
  readonly change: (changed: Partial<Inquiry>) => void;
};

type EnteredAmount = Pick<Inquiry, 'side' | 'amount'>;

/** Asks for a first quote as soon as the currencies are known, and keeps it alive. */
export function useQuotedPurchase(query: QuoteQuery, lists: CurrencyLists): QuotedPurchase {
  const { pays, receives, normalCurrency, payOf, receiveOf } = lists;
  const { ask, ...quote } = useQuote(
    { ...query, token: formerToken(query, currentDraft()), references: inquiryReferences },
    (inquiry) => checkInquiry(inquiry, payOf(inquiry.sendCurrency), receiveOf(inquiry.getCurrency)),
  );
  const { state } = quote;
  const { inquiry } = state;
  const last = use(LastInquiryContext);
  useEffect(() => {
    if (inquiry) last.write(inquiry);
  }, [inquiry, last]);
  const [enteredEarly, setEnteredEarly] = useState<EnteredAmount | null>(null);
  const offered = pays && receives && offeredQuery(query, { pay: pays, receive: receives, offerType: lists.offerType });
  useLayoutEffect(() => {
    if (!offered || state.status !== 'idle') return;
    const goods = { pay: pays, receive: receives, normalCurrency };
    const initial = last.read() ?? initialInquiry(offered.query, currentDraft(), goods);
    ask({ ...initial, ...enteredEarly });
  });
  const quoted = state.status === 'live' || state.status === 'expired' ? state.quote : null;
  const methods = useMethodPrices(quoted?.token ?? null);
  const selected = effectiveMethod(methods.prices, inquiry?.payMethod ?? '', quoted?.payMethod ?? '');
  const method = methods.current ? methods.prices.find((price) => price.payMethod === selected) : undefined;
  return {
    ...quote,
    methods,
    selected,
    quoting: state.status === 'refused' ? 'stopped' : quoted === null || quote.editing ? 'asking' : 'quoted',
    figures: quoteFigures(state, method),
    pay: payOf(inquiry?.sendCurrency ?? ''),
    receive: receiveOf(inquiry?.getCurrency ?? ''),
    locked: (offered?.query ?? query).locked,
    unoffered: offered?.unoffered ?? [],
    enteredEarly,
    enterEarly: setEnteredEarly,
    change: (changed) => {
      if (inquiry) ask({ ...inquiry, payMethod: selected, ...changed });
    },
  };
}
