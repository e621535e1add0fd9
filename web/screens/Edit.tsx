import './edit.css';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { Redirect, useParams, useSearch } from 'wouter';
import { formatVersion } from '../app/appVersion.ts';
import { UnknownCrypto } from '../app/troubleScreens.ts';
import { CountryChoice } from '../features/catalog/CountryChoice.tsx';
import { useCountries } from '../features/catalog/catalogQueries.ts';
import { useCurrencyLists } from '../features/catalog/useCurrencyLists.ts';
import { MarketColumn } from '../features/market/MarketColumn.tsx';
import { MenuButton } from '../features/menu/MenuButton.tsx';
import { ContinueToOffers } from '../features/quote/ContinueToOffers.tsx';
import { HowItWorks } from '../features/quote/HowItWorks.tsx';
import { LinkNotice } from '../features/quote/link/LinkNotice.tsx';
import { readQuoteQuery } from '../features/quote/link/quoteQuery.ts';
import { useQuoteLink } from '../features/quote/link/useQuoteLink.ts';
import { MethodPicker } from '../features/quote/methods/MethodPicker.tsx';
import { QuotedTerms } from '../features/quote/QuotedTerms.tsx';
import { type PickerSide, PurchasePickers, preloadPickers } from '../features/quote/quoteEntry/PurchasePickers.tsx';
import { QuoteEntry } from '../features/quote/quoteEntry/QuoteEntry.tsx';
import { useQuotedPurchase } from '../features/quote/useQuotedPurchase.ts';
import { track } from '../features/tracking/track.ts';
import { text } from '../i18n/text.ts';
import { Page } from '../ui/page/Page.tsx';

/** The quote screen: amounts, currencies and payment method. */
export function Edit() {
  const search = useSearch();
  const { getCurrency } = useParams<{ getCurrency?: string }>();
  const query = useMemo(() => readQuoteQuery(search, getCurrency), [search, getCurrency]);
  const countries = useCountries().data;
  const lists = useCurrencyLists(query.offerType);
  const purchase = useQuotedPurchase(query, lists);
  const [picking, setPicking] = useState<PickerSide | null>(null);
  useEffect(() => track('buyCryptoGate'), []);
  useQuoteLink(query);

  if (countries?.isBan === 1) return <Redirect to="/access-denied" replace />;
  if (lists.receiveCurrencies && query.locked.receiveCurrency && !lists.findReceiveCurrency(query.getCurrency))
    return (
      <Suspense fallback={<Page ownHeading>{null}</Page>}>
        <UnknownCrypto />
      </Suspense>
    );
  const { state, methods, selected, pay, receive, change } = purchase;
  const takeCountryCurrency = (currency: string) => {
    if (purchase.locked.payCurrency || !lists.findPayCurrency(currency) || currency === state.inquiry?.sendCurrency)
      return;
    change({ sendCurrency: currency });
  };
  return (
    <Page
      actions={
        <>
          <CountryChoice countries={countries} onCurrency={takeCountryCurrency} />
          <MenuButton />
        </>
      }
      foot={<ContinueToOffers purchase={purchase} />}
      below={
        <>
          <p className="hint edit-promise">{text('edit.promise')}</p>
          <p className="edit-stamp" dir="ltr">
            <span className="unseen">{text('edit.version')}</span> <span>{formatVersion()}</span>
          </p>
        </>
      }
      aside={
        <>
          {lists.error === undefined && (
            <MarketColumn
              market={
                pay && receive ? { crypto: receive, payCurrency: pay.currency, refetchCount: state.request } : null
              }
            />
          )}
          <HowItWorks />
        </>
      }
    >
      <LinkNotice unoffered={purchase.unoffered} />
      <QuoteEntry
        purchase={purchase}
        lists={lists}
        onPickPay={() => setPicking('pay')}
        onPickReceive={() => setPicking('receive')}
        onNearPicker={preloadPickers}
      />
      {lists.error === undefined && (
        <MethodPicker
          methods={methods}
          wanted={query.payMethod}
          quoting={purchase.quoting}
          selected={selected}
          onSelect={purchase.chooseMethod}
        />
      )}
      <QuotedTerms purchase={purchase} isQuotable={lists.error === undefined} />
      <PurchasePickers lists={lists} purchase={purchase} side={picking} onClose={() => setPicking(null)} />
    </Page>
  );
}
