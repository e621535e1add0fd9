import { use, useEffect, useLayoutEffect, useState } from 'react';
import type { CurrencyLists } from '../catalog/useCurrencyLists.ts';
import { getDraft } from '../draft/draft.ts';
import { readInquiryReferences } from '../draft/references.ts';
import { computeQuoteFigures, type QuoteFigures } from './computeQuoteFigures.ts';
import { LastInquiryContext } from './lastInquiry.ts';
import { buildInitialInquiry } from './link/buildInitialInquiry.ts';
import { findPreviousToken } from './link/findPreviousToken.ts';
import type { QuoteLocks, QuoteQuery } from './link/quoteQuery.ts';
import { reduceToOffered, type UnofferedPart } from './link/reduceToOffered.ts';
import { chooseMethod, type MethodPrices, useMethodPrices } from './methods/useMethodPrices.ts';
import type { Inquiry } from './quoteReducer.ts';
import { checkInquiry, type PayCurrency, type ReceiveCurrency } from './quoteRules.ts';
import { type QuoteControl, useQuote } from './useQuote.ts';

/** A quote being edited by the buyer, with its price for each payment method. */
export type QuotedPurchase = Omit<QuoteControl, 'ask'> & {
  readonly methods: MethodPrices;
  /** Selected payment method; '' if none is available. */
  readonly selected: string;
  /** State of the fees: being requested, of the current entry, or none because the entry was refused. */
  readonly quoting: 'asking' | 'quoted' | 'stopped';
  /** Figures for the selected method; null without a quote. */
  readonly figures: QuoteFigures | null;
  readonly pay: PayCurrency | undefined;
  readonly receive: ReceiveCurrency | undefined;
  readonly locked: QuoteLocks;
  /** Parts of the link that are not available here. */
  readonly unoffered: readonly UnofferedPart[];
  /** Amount typed before the currencies were loaded; null without one. */
  readonly enteredEarly: EnteredAmount | null;
  readonly enterEarly: (entered: EnteredAmount) => void;
  /** Requests a quote again with the given changes. Does nothing before the first request. */
  readonly change: (changed: Partial<Inquiry>) => void;
};

type EnteredAmount = Pick<Inquiry, 'side' | 'amount'>;

/** Requests the first quote once the currencies are loaded and keeps it renewed. */
export function useQuotedPurchase(query: QuoteQuery, lists: CurrencyLists): QuotedPurchase {
  const { payCurrencies, receiveCurrencies, normalCurrency, findPayCurrency, findReceiveCurrency } = lists;
  const { ask, ...quote } = useQuote(
    { ...query, token: findPreviousToken(query, getDraft()), references: readInquiryReferences },
    (inquiry) => checkInquiry(inquiry, findPayCurrency(inquiry.sendCurrency), findReceiveCurrency(inquiry.getCurrency)),
  );
  const { state } = quote;
  const { inquiry } = state;
  const lastInquiry = use(LastInquiryContext);
  useEffect(() => {
    if (inquiry) lastInquiry.write(inquiry);
  }, [inquiry, lastInquiry]);
  const [enteredEarly, setEnteredEarly] = useState<EnteredAmount | null>(null);
  const offered =
    payCurrencies &&
    receiveCurrencies &&
    reduceToOffered(query, { pay: payCurrencies, receive: receiveCurrencies, offerType: lists.offerType });
  useLayoutEffect(() => {
    if (!offered || state.status !== 'idle') return;
    const catalogLists = { pay: payCurrencies, receive: receiveCurrencies, normalCurrency };
    const initial = lastInquiry.read() ?? buildInitialInquiry(offered.query, getDraft(), catalogLists);
    ask({ ...initial, ...enteredEarly });
  });
  const quoted = state.status === 'live' || state.status === 'expired' ? state.quote : null;
  const methods = useMethodPrices(quoted?.token ?? null);
  const selected = chooseMethod(methods.prices, inquiry?.payMethod ?? '', quoted?.payMethod ?? '');
  const method = methods.current ? methods.prices.find((price) => price.payMethod === selected) : undefined;
  return {
    ...quote,
    methods,
    selected,
    quoting: state.status === 'refused' ? 'stopped' : quoted === null || quote.editing ? 'asking' : 'quoted',
    figures: computeQuoteFigures(state, method),
    pay: findPayCurrency(inquiry?.sendCurrency ?? ''),
    receive: findReceiveCurrency(inquiry?.getCurrency ?? ''),
    locked: (offered?.query ?? query).locked,
    unoffered: offered?.unoffered ?? [],
    enteredEarly,
    enterEarly: setEnteredEarly,
    change: (changed) => {
      if (inquiry) ask({ ...inquiry, payMethod: selected, ...changed });
    },
  };
}
