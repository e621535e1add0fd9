import { findPayMethodTraits } from '@slipway/contract/entities/payMethods.ts';
import { useState } from 'react';
import { computeSecondsUntil } from '../../api/serverClock.ts';
import { useReceiveList } from '../../features/catalog/catalogQueries.ts';
import { findOrderMethod, getDraft } from '../../features/draft/draft.ts';
import { useDraft } from '../../features/draft/useDraft.ts';
import { CheckoutAside } from '../../features/order/CheckoutAside.tsx';
import { useOrderNo } from '../../features/order/orderUrl.ts';
import { usePreparation } from '../../features/payment/preparation/usePreparation.ts';
import { AmountChanged } from '../../features/renewal/AmountChanged.tsx';
import { hasPurchase, needsAgreement, renewQuote } from '../../features/renewal/renewQuote.ts';
import { errorText } from '../../i18n/errorText.ts';
import { type TextKey, text } from '../../i18n/text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { showToast } from '../../ui/toastStore.ts';
import { StepActions } from '../StepActions.tsx';
import './cardPages.css';
import { CardChoice, putOrderNoInUrl } from './CardChoice.tsx';

/** Select Payment Card: creates the order if there is none and pays it with a saved card. */
export function SelectCard() {
  const draft = useDraft();
  const cryptos = useReceiveList('');
  const orderNoInUrl = useOrderNo();
  // Never creates a second order for a purchase, regardless of how this page was reached.
  const [orderNo] = useState(() => orderNoInUrl || getDraft().orderNo);
  // Read once on arrival, because the draft is cleared once the order is created.
  const [paidElsewhere] = useState(!orderNo && findPayMethodTraits(draft.payMethod)?.payPage === '/payment-status');
  const { state, retry } = usePreparation({
    orderNo,
    renew: renewIfNeeded,
    isChanged: needsAgreement,
    onOrder: putOrderNoInUrl,
    onPriceExpired: () => showToast(text('selectCard.new_quote'), 'info'),
    go: loadPage,
  });
  if (state.kind === 'choose') return <CardChoice orderNo={state.orderNo} cards={state.cards} />;
  const symbol = cryptos.data?.find(({ currency }) => currency === draft.getCurrency)?.symbol ?? draft.getCurrency;
  return (
    <Page actions={<StepActions />} aside={state.kind !== 'failed' && <CheckoutAside orderNo={orderNo} />}>
      {state.kind === 'failed' ? (
        <EmptyState message={errorText(state.error)} action={text('ui.try_again')} onAction={retry} />
      ) : (
        <div className="card-page-wait" aria-busy="true">
          <output className="hint">{text(findWaitTextKey(orderNo))}</output>
          {paidElsewhere ? <TransferSkeleton /> : <CardsSkeleton />}
        </div>
      )}
      {state.kind === 'changed' && (
        <AmountChanged
          old={state.old}
          new={state.new}
          symbol={symbol}
          working={state.working}
          onAgree={state.agree}
          onCancel={() => loadPage('/edit')}
        />
      )}
    </Page>
  );
}

/** Returns the text shown while waiting; a wallet order has no saved cards to load. */
function findWaitTextKey(orderNo: string): TextKey {
  if (!orderNo) return 'selectCard.making_order';
  return findPayMethodTraits(findOrderMethod(orderNo))?.wallet ? 'ui.loading' : 'selectCard.loading';
}

function CardsSkeleton() {
  return (
    <>
      <Skeleton height={62} />
      <Skeleton height={64} />
      <Skeleton height={64} />
    </>
  );
}

/** Placeholder for Payment Status, the next page. */
function TransferSkeleton() {
  return (
    <>
      <Skeleton width="70%" height={36} />
      <Skeleton width="90%" height={22} />
      <Skeleton height={330} />
    </>
  );
}

/** Minimum remaining quote lifetime to create the order without renewing the quote. */
const MIN_QUOTE_SECONDS = 5;

async function renewIfNeeded(signal: AbortSignal) {
  const shown = getDraft();
  if (!hasPurchase(shown) || shown.address === '') return null;
  // An order submitted without an answer is submitted again unchanged: it may already exist.
  if (shown.ordering) return { shown, quoted: shown };
  // A quote that the buyer has just confirmed is used while it is valid.
  if (shown.quoteToken !== '' && computeSecondsUntil(shown.quoteExpireTime) >= MIN_QUOTE_SECONDS)
    return { shown, quoted: shown };
  return { shown, quoted: await renewQuote(shown, signal) };
}

/** All following pages have a different Content-Security-Policy, so they need a full page load. */
function loadPage(to: string): void {
  location.replace(to);
}
