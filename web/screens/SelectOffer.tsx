import { OWN_OFFER_TYPE } from '@slipway/contract/entities/ownOffer.ts';
import { findPayMethodTraits } from '@slipway/contract/entities/payMethods.ts';
import Lock from 'lucide-react/icons/lock';
import { useEffect, useEffectEvent, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { computeSecondsUntil } from '../api/serverClock.ts';
import { useReceiveList } from '../features/catalog/catalogQueries.ts';
import { type Draft, updateDraft } from '../features/draft/draft.ts';
import { useDraft } from '../features/draft/useDraft.ts';
import { findAmountFaultHeadline } from '../features/offer/amountFaultTexts.ts';
import type { Offer } from '../features/offer/computeOfferLoss.ts';
import { mustShowBinding } from '../features/offer/mustShowBinding.ts';
import { OfferList, OfferListSkeleton } from '../features/offer/OfferList.tsx';
import { useOffers } from '../features/offer/useOffers.ts';
import { usePartner } from '../features/partner/partnerQuery.ts';
import { decideOfferScreenSkip } from '../features/partner/partnerRules.ts';
import { getRememberedPartner, rememberReferringPartner } from '../features/partner/rememberPartner.ts';
import { formatRate } from '../features/quote/computeQuoteFigures.ts';
import { PurchaseAside, type PurchaseTerms } from '../features/renewal/PurchaseAside.tsx';
import { MainAction, RenewalTrouble } from '../features/renewal/RenewalTrouble.tsx';
import { hasPurchase } from '../features/renewal/renewQuote.ts';
import { useRenewedQuote } from '../features/renewal/useRenewedQuote.ts';
import { track } from '../features/tracking/track.ts';
import { formatAmount } from '../i18n/formatAmount.ts';
import { getMethodValues } from '../i18n/methodName.ts';
import { getLocale, text } from '../i18n/text.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Note } from '../ui/Note.tsx';
import { Page } from '../ui/page/Page.tsx';
import { QuoteCountdown } from '../ui/progress/QuoteCountdown.tsx';
import './selectOffer.css';
import { StepActions } from './StepActions.tsx';

/** Choose Provider. With a single provider the screen continues automatically. */
export function SelectOffer() {
  const draft = useDraft();
  const [, navigate] = useLocation();
  const [taking, setTaking] = useState('');
  const renewal = useRenewedQuote();
  const cryptos = useReceiveList('');
  // The previous screen's quote is used for the offers until the renewed one arrives.
  const token = computeSecondsUntil(draft.quoteExpireTime) > 0 ? draft.quoteToken : '';
  const offers = useOffers(token, draft.payMethod);
  const list = offers.data?.offerList ?? [];
  const { partner } = usePartner({ partnerId: getRememberedPartner(), origin: draft.from, redirectUrl: '' });
  useEffect(() => {
    if (partner) rememberReferringPartner('', partner);
  }, [partner]);
  const decision = decideOfferScreenSkip({ partner, offers: offers.data });
  const isSkipped = decision.kind === 'go' || decision.kind === 'force';
  const skipScreen = useEffectEvent(() => {
    if (decision.kind === 'go') storeOffer(decision.offer);
    if (decision.kind === 'force') storePresetProvider(decision.offerType, draft);
    navigate('/submit-address', { replace: true });
  });
  const hasDraftPurchase = hasPurchase(draft);
  useEffect(() => {
    if (isSkipped && hasDraftPurchase) skipScreen();
  }, [isSkipped, hasDraftPurchase]);

  if (!hasDraftPurchase) return <Redirect to="/edit" replace />;
  const crypto = cryptos.data?.find(({ currency }) => currency === draft.getCurrency);
  const symbol = crypto?.symbol ?? draft.getCurrency;
  const error = renewal.error ?? (offers.isError && !offers.isFetching && !renewal.updating ? offers.error : null);
  const waiting = isSkipped || (!error && (list.length === 0 ? !offers.data : decision.kind === 'wait'));
  const estimated = findPayMethodTraits(draft.payMethod)?.priced === 'at_receipt';
  const retry = () => {
    renewal.retry();
    if (token !== '') void offers.refetch();
  };
  return (
    <Page
      ownHeading
      actions={
        <StepActions>
          {!error && (waiting || list.length > 0) && <QuoteCountdown secondsLeft={renewal.secondsLeft} pill />}
        </StepActions>
      }
      aside={
        <PurchaseAside
          terms={list[0] ? toTerms(list[0], draft) : renewal.quote}
          stopped={error !== null}
          crypto={crypto}
          payMethod={draft.payMethod}
          {...(list.length > 1 && { receiveLabel: text('selectOffer.best_rate') })}
        />
      }
      foot={
        list.length > 0
          ? !mustShowBinding(list, draft.payMethod) && (
              <Note icon={<Lock size={18} strokeWidth={2.1} aria-hidden="true" />}>
                {formatBindingNote(list, estimated)}
              </Note>
            )
          : !waiting && (
              <MainAction error={error}>
                <ButtonLink kind="ghost" href="/edit">
                  {text('purchase.change')}
                </ButtonLink>
              </MainAction>
            )
      }
    >
      <h1 className="lead">
        {findAmountFaultHeadline(error, draft, symbol) ?? formatHeadline(waiting ? 'waiting' : list, draft.payMethod)}
      </h1>
      {list.length > 0 && <p className="hint select-offer-hint">{text('selectOffer.sorted')}</p>}
      <div className="select-offer-list">
        {waiting && <OfferListSkeleton />}
        {!waiting && list.length > 0 && (
          <OfferList
            offers={list}
            symbol={symbol}
            payCurrency={draft.sendCurrency}
            payMethod={draft.payMethod}
            formatPrice={(price) => formatRate(price, draft.sendCurrency)}
            chosenOfferType={taking}
            onChoose={(offer) => {
              setTaking(offer.offerType);
              storeOffer(offer);
              navigate('/submit-address');
            }}
          />
        )}
        {!error && offers.data && list.length === 0 && (
          <EmptyState
            message={text('selectOffer.none', { symbol, currency: draft.sendCurrency })}
            action={text('ui.try_again')}
            onAction={retry}
          />
        )}
      </div>
      <RenewalTrouble error={error} onRetry={retry} />
      {offers.data && offers.data.missing.length > 0 && !waiting && (
        <p className="hint select-offer-missing">
          <span>{text('selectOffer.missing', { count: offers.data.missing.length })}</span>
          <Button kind="link" onClick={() => void offers.refetch()}>
            {text('selectOffer.ask_again')}
          </Button>
        </p>
      )}
    </Page>
  );
}

function toTerms(offer: Offer, { sendCurrency, getCurrency }: Draft): PurchaseTerms {
  const { offerSendAmount, offerGetAmount, processingFee, transNetworkFee, feeCurrency } = offer;
  const amounts = { sendCurrencyAmount: offerSendAmount, getCurrencyAmount: offerGetAmount };
  return { sendCurrency, getCurrency, ...amounts, processingFee, transNetworkFee, feeCurrency };
}

/** Returns the note for offers whose amounts are all binding, all estimates, or all priced again by their providers. */
function formatBindingNote(offers: readonly Offer[], estimated: boolean): string {
  if (estimated) return text('selectOffer.estimate');
  const hasOwnOffer = offers.some(({ offerType }) => offerType === OWN_OFFER_TYPE);
  return text(hasOwnOffer ? 'selectOffer.fixed' : 'selectOffer.priced_again');
}

function formatHeadline(offers: 'waiting' | readonly Offer[], payMethod: string): string {
  if (offers === 'waiting') return text('selectOffer.looking');
  const [first] = offers;
  if (!first) return text('selectOffer.failed');
  const amount = formatAmount(first.offerSendAmount, first.feeCurrency, getLocale());
  return text('selectOffer.headline', { count: offers.length, amount, ...getMethodValues(payMethod) });
}

/** Selects a provider preset for the buyer; discards an earlier choice in the draft. */
function storePresetProvider(offerType: string, draft: Draft): void {
  track('selectOffer', { offerType });
  updateDraft(
    draft.offerType === offerType
      ? { offerType }
      : { offerType, offerImg: '', offerName: '', offerSendAmount: '', offerGetAmount: '' },
  );
}

function storeOffer(offer: Offer): void {
  track('selectOffer', { offerType: offer.offerType });
  updateDraft({
    offerType: offer.offerType,
    offerImg: offer.offerImg,
    offerName: offer.offerName,
    offerSendAmount: offer.offerSendAmount,
    offerGetAmount: offer.offerGetAmount,
  });
}
