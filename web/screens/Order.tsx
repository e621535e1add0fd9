import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { call } from '../api/call.ts';
import { useCountries, usePayList, useReceiveList } from '../features/catalog/catalogQueries.ts';
import { type Draft, presentDraft, updateDraft, useDraft } from '../features/draft/draft.ts';
import { readOrderQuery } from '../features/orderEntry/orderEntryQuery.ts';
import { type Partner, rememberedPartner, rememberPartner, usePartner } from '../features/partner/partnerQuery.ts';
import { askedMethod, orderDecision } from '../features/partner/partnerRules.ts';
import { initialInquiry } from '../features/quote/initialInquiry.ts';
import { MethodPicker } from '../features/quote/MethodPicker.tsx';
import { payableHere } from '../features/quote/payableHere.ts';
import { QuoteSummary } from '../features/quote/QuoteSummary.tsx';
import { type MethodPrice, quoteFigures, shownRate } from '../features/quote/quoteFigures.ts';
import type { QuoteQuery } from '../features/quote/quoteQuery.ts';
import { effectiveMethod, useMethodPrices } from '../features/quote/useMethodPrices.ts';
import { type Crypto, PurchaseStrip } from '../features/renewal/PurchaseStrip.tsx';
import { MainAct, RenewalTrouble } from '../features/renewal/RenewalTrouble.tsx';
import { hasPurchase } from '../features/renewal/renewQuote.ts';
import { useRenewedQuote } from '../features/renewal/useRenewedQuote.ts';
import { RichText } from '../i18n/RichText.tsx';
import { text } from '../i18n/text.ts';
import { ShortAddress } from '../ui/AddressGroups.tsx';
import { AmountText } from '../ui/AmountText.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Page } from '../ui/Page.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { StepActions } from './StepActions.tsx';

type Arrival = { readonly status: 'coming' | 'ready' | 'failed'; readonly partner: Partner | undefined };

/** A purchase that a link has begun: what is bought, and how it is paid where that is still open. */
export function Order() {
  const search = useSearch();
  const query = useMemo(() => readOrderQuery(search), [search]);
  const countries = useCountries();
  const { status, partner } = useArrival(query);
  const draft = useDraft();
  const [, navigate] = useLocation();
  const [leaving, setLeaving] = useState(false);

  const facts = { partner, asked: query.payMethod, payable: payableHere };
  const early = status === 'ready' ? orderDecision({ ...facts, methods: undefined }) : null;
  const renewal = useRenewedQuote(early !== null && early.kind !== 'go');
  const token = renewal.quote?.token ?? null;
  const methods = useMethodPrices(token);
  const known = methods.status === 'ready' ? methods.prices : undefined;
  const decision = early && orderDecision({ ...facts, methods: known });
  const goes = decision?.kind === 'go' ? decision.payMethod : '';

  useEffect(() => {
    if (goes === '') return;
    updateDraft({ payMethod: goes });
    navigate('/select-offer', { replace: true });
  }, [goes, navigate]);

  const cryptos = useReceiveList('');
  const crypto = cryptos.data?.find(({ currency }) => currency === draft.getCurrency);
  const selected = effectiveMethod(methods.prices, draft.payMethod, renewal.quote?.payMethod ?? '');
  const method = methods.current ? methods.prices.find(({ payMethod }) => payMethod === selected) : undefined;
  const figures = renewal.quote && quoteFigures(liveQuote(renewal.quote, renewal.secondsLeft), method);

  const choose = (payMethod: string) => {
    const price = methods.prices.find((candidate) => candidate.payMethod === payMethod);
    updateDraft({ payMethod, ...(price && amountsOf(price)) });
  };
  const goOn = () => {
    setLeaving(true);
    if (selected !== draft.payMethod) choose(selected);
    navigate('/select-offer');
  };

  if (countries.data?.isBan === 1) return <Redirect to="/access-denied" replace />;
  if (status === 'failed') return <Unreachable />;
  if (early === null || decision?.kind === 'go' || !hasPurchase(draft)) return <Arriving />;
  return (
    <Page
      actions={<StepActions />}
      foot={
        <>
          <MainAct error={renewal.error}>
            <Button
              disabled={renewal.error !== null || selected === '' || token === null}
              working={leaving}
              onClick={goOn}
            >
              {text('ui.continue')}
            </Button>
          </MainAct>
          {renewal.error === null && (
            <ButtonLink kind="ghost" href="/edit">
              {text('purchase.change_amount')}
            </ButtonLink>
          )}
        </>
      }
    >
      <PurchaseStrip amounts={draft} crypto={crypto} secondsLeft={null} stopped={renewal.error !== null} silent />
      <RenewalTrouble error={renewal.error} onRetry={renewal.retry} />
      {renewal.error === null && (
        <MethodPicker
          methods={methods}
          asked={askedMethod(partner, query.payMethod)}
          quoting={token === null ? 'asking' : 'quoted'}
          selected={selected}
          onSelect={choose}
        />
      )}
      {figures && renewal.error === null && (
        <div className="section">
          <QuoteSummary
            figures={figures}
            payCurrency={draft.sendCurrency}
            symbol={crypto?.symbol ?? draft.getCurrency}
            secondsLeft={renewal.secondsLeft}
            rate={{ label: text('order.rate'), value: <Rate price={figures.price} draft={draft} crypto={crypto} /> }}
          />
        </div>
      )}
      {query.address !== '' && (
        <p className="hint section">
          <RichText of="orderEntry.to" with={{ address: <ShortAddress address={query.address} /> }} />
        </p>
      )}
      {partner && partner.name !== '' && (
        <p className="hint section">{text('orderEntry.from', { name: partner.name })}</p>
      )}
    </Page>
  );
}

type RateProps = { readonly price: string; readonly draft: Draft; readonly crypto: Crypto | undefined };

function Rate({ price, draft: { sendCurrency, getCurrency }, crypto }: RateProps) {
  const symbol = crypto?.symbol ?? getCurrency;
  const shown = <AmountText amount={shownRate(price, sendCurrency)} code={sendCurrency} />;
  return <RichText of="edit.rate" with={{ symbol, price: shown }} />;
}

/** Fills the draft from the link, once its lists and its sender are known. */
function useArrival(query: QuoteQuery): Arrival {
  const payList = usePayList(query.offerType);
  const receiveList = useReceiveList(query.offerType);
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
  const pay = payList.data?.data;
  const receive = receiveList.data;
  const come = pay && receive && partner && (query.token === '' || !quoted.isPending);

  const arrive = useEffectEvent((begun: QuoteQuery) => {
    if (!come) return;
    const { address, origin, partnerId, offerType } = begun;
    if (partnerId) rememberPartner(partnerId);
    const lists = { pay, receive, normalCurrency: payList.data?.normalCurrency ?? '' };
    const inquiry = quoted.data ? inquiryOf(quoted.data) : initialInquiry(begun, presentDraft(), lists);
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
      ...(address && { address, addressFixed: false }),
    });
  });
  const all = Boolean(come);
  useEffect(() => {
    if (all) arrive(query);
  }, [all, query]);

  if (payList.failed || receiveList.failed) return { status: 'failed', partner };
  return { status: all ? 'ready' : 'coming', partner };
}

type Quote = NonNullable<ReturnType<typeof useRenewedQuote>['quote']>;

function inquiryOf(quote: Quote) {
  const { side, sendCurrency, getCurrency, sendCurrencyAmount, getCurrencyAmount, payMethod } = quote;
  return {
    side,
    sendCurrency,
    getCurrency,
    payMethod,
    amount: side === 'Pay' ? sendCurrencyAmount : getCurrencyAmount,
  };
}

function amountsOf({ sendCurrencyAmount, getCurrencyAmount }: MethodPrice) {
  return { sendCurrencyAmount, getCurrencyAmount };
}

/** A renewed quote in the shape that its figures are read from. */
function liveQuote(quote: Quote, secondsLeft: number | null) {
  const inquiry = { ...inquiryOf(quote), offerType: quote.offerType };
  return { status: 'live', inquiry, request: 0, quote, secondsLeft: secondsLeft ?? 0 } as const;
}

function Arriving() {
  return (
    <Page actions={<StepActions />}>
      <div className="stack-10" aria-busy="true">
        <output className="unseen">{text('ui.loading')}</output>
        <Skeleton height={64} />
        <Skeleton width={140} height={20} />
        <Skeleton height={66} />
      </div>
    </Page>
  );
}

function Unreachable() {
  return (
    <Page actions={<StepActions />}>
      <EmptyState message={text('error.no_answer')} action={text('ui.try_again')} onAction={() => location.reload()} />
    </Page>
  );
}
