import { traitsIfAny } from '@slipway/contract/entities/payMethods.ts';
import './edit.css';
import Info from 'lucide-react/icons/info';
import { useEffect, useMemo, useState } from 'react';
import { Redirect, useLocation, useParams, useSearch } from 'wouter';
import { versionStamp } from '../app/appVersion.ts';
import { UnknownCrypto } from '../app/troubleScreens.ts';
import { CountryButton } from '../features/catalog/CountryButton.tsx';
import { useCountries, usePayList, useReceiveList } from '../features/catalog/catalogQueries.ts';
import { presentDraft, updateDraft } from '../features/draft/draft.ts';
import { MarketColumn } from '../features/market/MarketColumn.tsx';
import { MenuButton } from '../features/menu/MenuButton.tsx';
import { HowItWorks } from '../features/quote/HowItWorks.tsx';
import { initialInquiry } from '../features/quote/initialInquiry.ts';
import { MethodPicker } from '../features/quote/MethodPicker.tsx';
import { QuoteSlip } from '../features/quote/QuoteSlip.tsx';
import { QuoteSummary } from '../features/quote/QuoteSummary.tsx';
import { quoteFigures } from '../features/quote/quoteFigures.ts';
import { readQuoteQuery } from '../features/quote/quoteQuery.ts';
import type { Inquiry } from '../features/quote/quoteReducer.ts';
import { checkInquiry } from '../features/quote/quoteRules.ts';
import { SlipSkeleton } from '../features/quote/SlipSkeleton.tsx';
import { effectiveMethod, useMethodPrices } from '../features/quote/useMethodPrices.ts';
import { PARTNER_KEY, useQuote } from '../features/quote/useQuote.ts';
import { track } from '../features/tracking/track.ts';
import { errorOfQuery } from '../i18n/errorOfQuery.ts';
import { text } from '../i18n/text.ts';
import { Button } from '../ui/Button.tsx';
import { Note } from '../ui/Note.tsx';
import { Page } from '../ui/Page.tsx';
import { showToast } from '../ui/toastStore.ts';
import { CurrencyPickers, type PickerSide, preloadPickers } from './CurrencyPickers.tsx';

/** The quote screen: what you pay, what you get, how. */
export function Edit() {
  const search = useSearch();
  const { getCurrency } = useParams<{ getCurrency?: string }>();
  const [, navigate] = useLocation();
  const query = useMemo(() => readQuoteQuery(search, getCurrency), [search, getCurrency]);
  const countries = useCountries();
  const payList = usePayList(query.offerType);
  const receiveList = useReceiveList(query.offerType);
  const [country, setCountry] = useState(() => presentDraft().country);
  const [picking, setPicking] = useState<PickerSide | null>(null);
  const [leaving, setLeaving] = useState(false);

  const pays = payList.data?.data;
  const receives = receiveList.data;
  const payOf = (currency: string) => pays?.find((entry) => entry.currency === currency);
  const receiveOf = (currency: string) => receives?.find((entry) => entry.currency === currency);
  const quote = useQuote(query, (inquiry) =>
    checkInquiry(inquiry, payOf(inquiry.sendCurrency), receiveOf(inquiry.getCurrency)),
  );
  const { state, ask } = quote;

  useEffect(() => track('buyCryptoGate'), []);
  const listsError = payList.error ?? receiveList.error;
  const ready = pays !== undefined && receives !== undefined;
  useEffect(() => {
    if (!ready || state.status !== 'idle') return;
    const lists = { pay: pays, receive: receives, normalCurrency: payList.data?.normalCurrency ?? '' };
    ask(initialInquiry(query, presentDraft(), lists));
  });

  useEffect(() => {
    if (query.error) void errorOfQuery(query.error).then((words) => showToast(words, 'info'));
    if (query.partnerId) localStorage.setItem(PARTNER_KEY, query.partnerId);
    const { address, origin, redirectUrl } = query;
    updateDraft({
      ...(address && { address, addressFixed: false }),
      ...(origin && { from: origin }),
      ...(redirectUrl && { redirectUrl }),
    });
  }, [query]);

  const token = state.status === 'live' || state.status === 'expired' ? state.quote.token : null;
  const methods = useMethodPrices(token);
  const inquiry = state.inquiry;
  const selected = effectiveMethod(
    methods.prices,
    inquiry?.payMethod ?? '',
    token === null || !('quote' in state) ? '' : state.quote.payMethod,
  );
  const method = methods.current ? methods.prices.find((price) => price.payMethod === selected) : undefined;
  const figures = quoteFigures(state, method);
  const pay = payOf(inquiry?.sendCurrency ?? '');
  const receive = receiveOf(inquiry?.getCurrency ?? '');
  const change = (changed: Partial<Inquiry>) => inquiry && ask({ ...inquiry, payMethod: selected, ...changed });

  const countryCode = country || countries.data?.currCode || '';
  const chooseCountry = (code: string) => {
    setCountry(code);
    track('selectCountry', { country: code });
    updateDraft({ country: code });
    const currency = countries.data?.list.find((entry) => entry.code === code)?.currency ?? '';
    if (!query.locked.payCurrency && payOf(currency) && currency !== inquiry?.sendCurrency) {
      change({ sendCurrency: currency });
    }
  };

  const goOn = () => {
    // A press that left the field where it was (a reader's, a script's): what was typed is quoted before anything goes on.
    if (quote.editing) return (document.activeElement as HTMLElement | null)?.blur();
    if (state.status !== 'live' || !figures) return;
    setLeaving(true);
    updateDraft({
      side: state.inquiry.side,
      sendCurrency: state.inquiry.sendCurrency,
      getCurrency: state.inquiry.getCurrency,
      sendCurrencyAmount: figures.pay,
      getCurrencyAmount: figures.receive,
      quoteToken: state.quote.token,
      quoteExpireTime: state.quote.expireTime,
      payMethod: selected,
      offerType: query.offerType,
    });
    navigate('/select-offer');
  };

  if (countries.data?.isBan === 1) return <Redirect to="/access-denied" replace />;
  if (receives && query.locked.receiveCurrency && !receiveOf(query.getCurrency)) return <UnknownCrypto />;
  return (
    <Page
      actions={
        <>
          {countries.data && (
            <CountryButton countries={countries.data.list} code={countryCode} onSelect={chooseCountry} />
          )}
          <MenuButton />
        </>
      }
      foot={
        <Button disabled={state.status !== 'live' || selected === ''} working={leaving} onClick={goOn}>
          {text('ui.continue')}
        </Button>
      }
      below={
        <>
          <p className="hint edit-promise">{text('edit.promise')}</p>
          <p className="edit-stamp" dir="ltr">
            {versionStamp()}
          </p>
        </>
      }
      aside={
        <>
          <HowItWorks />
          {listsError === undefined && (
            <MarketColumn
              market={pay && receive ? { crypto: receive, payCurrency: pay.currency, round: state.request } : null}
            />
          )}
        </>
      }
    >
      {ready && inquiry ? (
        <QuoteSlip
          state={state}
          figures={figures}
          stale={quote.editing}
          pay={pay}
          receive={receive}
          locked={query.locked}
          onAmount={(side, amount) => {
            track(`input${side}Amount`, { ...inquiry, side, amount });
            change({ side, amount });
          }}
          onEditing={quote.setEditing}
          onPickPay={() => setPicking('pay')}
          onPickReceive={() => setPicking('receive')}
          onRetry={() => change({})}
          onNearPicker={preloadPickers}
        />
      ) : (
        <SlipSkeleton error={listsError} onRetry={() => [payList, receiveList].forEach(({ retry }) => retry())} />
      )}
      {listsError === undefined && (
        <MethodPicker
          methods={methods}
          asked={query.payMethod}
          quoting={state.status === 'refused' ? 'stopped' : token === null || quote.editing ? 'asking' : 'quoted'}
          selected={selected}
          onSelect={quote.chooseMethod}
        />
      )}
      {(traitsIfAny(selected)?.daysUnderWay ?? 0) > 0 && (
        <div className="edit-transfer">
          <Note icon={<Info size={18} strokeWidth={1.9} aria-hidden="true" />}>{text('edit.transfer_time')}</Note>
        </div>
      )}
      {/* Not before the methods: they are fewer than their skeletons, and would pull it up under the reader's eyes. */}
      {figures && pay && receive && methods.prices.length > 0 && (
        <div className="edit-summary">
          <QuoteSummary
            figures={figures}
            payCurrency={pay.currency}
            symbol={receive.symbol}
            secondsLeft={state.status === 'live' ? state.secondsLeft : null}
            stale={quote.editing}
          />
        </div>
      )}
      <p className="unseen" aria-live="polite">
        {figures && receive && announcement(figures.receive, receive.symbol)}
      </p>
      <CurrencyPickers
        side={picking}
        onClose={() => setPicking(null)}
        pays={pays ?? []}
        receives={receives ?? []}
        payCurrency={inquiry?.sendCurrency ?? ''}
        receiveCurrency={inquiry?.getCurrency ?? ''}
        onPay={(sendCurrency) => {
          track('selectPayCurrency', { ...inquiry, sendCurrency });
          change({ sendCurrency });
        }}
        onReceive={(currency) => {
          track('selectGetCurrency', { ...inquiry, getCurrency: currency });
          change({ getCurrency: currency });
        }}
      />
    </Page>
  );
}

function announcement(amount: string, symbol: string): string {
  return text('edit.quote_updated', { amount: `${amount} ${symbol}` });
}
