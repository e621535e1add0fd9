import { traitsIfAny } from '@slipway/contract/entities/payMethods.ts';
import { useState } from 'react';
import { secondsUntil } from '../api/serverClock.ts';
import { useReceiveList } from '../features/catalog/catalogQueries.ts';
import { currentDraft, methodOfOrder } from '../features/draft/draft.ts';
import { useDraft } from '../features/draft/useDraft.ts';
import { useOrderNo } from '../features/order/orderAddress.ts';
import { usePreparation } from '../features/payment/usePreparation.ts';
import { AmountChanged } from '../features/renewal/AmountChanged.tsx';
import { agreementNeeded, hasPurchase, renewQuote } from '../features/renewal/renewQuote.ts';
import { errorText } from '../i18n/errorText.ts';
import { type TextKey, text } from '../i18n/text.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Page } from '../ui/Page.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { showToast } from '../ui/toastStore.ts';
import { StepActions } from './StepActions.tsx';
import './cardPages.css';
import { CardChoice, nameOrder } from './CardChoice.tsx';

/** Select Payment Card: makes the order where there is none yet, and pays it with a card that was saved before. */
export function SelectCard() {
  const draft = useDraft();
  const cryptos = useReceiveList('');
  const named = useOrderNo();
  // An order that the purchase has already is never made again, whatever led here.
  const [orderNo] = useState(() => named || currentDraft().orderNo);
  // As it was on arrival: the draft is done with as soon as the order is made.
  const [paidElsewhere] = useState(!orderNo && traitsIfAny(draft.payMethod)?.payPage === '/payment-status');
  const { state, retry } = usePreparation({
    orderNo,
    renew,
    isChanged: agreementNeeded,
    onOrder: nameOrder,
    onPriceExpired: () => showToast(text('selectCard.new_quote'), 'info'),
    go: leaveFor,
  });
  if (state.kind === 'choose') return <CardChoice orderNo={state.orderNo} cards={state.cards} />;
  const symbol = cryptos.data?.find(({ currency }) => currency === draft.getCurrency)?.symbol ?? draft.getCurrency;
  return (
    <Page actions={<StepActions />}>
      {state.kind === 'failed' ? (
        <EmptyState message={errorText(state.error)} action={text('ui.try_again')} onAction={retry} />
      ) : (
        <div className="card-page-wait" aria-busy="true">
          <output className="hint">{text(waitText(orderNo))}</output>
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
          onCancel={() => leaveFor('/edit')}
        />
      )}
    </Page>
  );
}

/** A wallet's order has no saved cards to load. */
function waitText(orderNo: string): TextKey {
  if (!orderNo) return 'selectCard.making_order';
  return traitsIfAny(methodOfOrder(orderNo))?.wallet ? 'ui.loading' : 'selectCard.loading';
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

/** Payment Status comes next: its heading and its instructions. */
function TransferSkeleton() {
  return (
    <>
      <Skeleton width="70%" height={36} />
      <Skeleton width="90%" height={22} />
      <Skeleton height={330} />
    </>
  );
}

/** Time enough to make the order with a quote that is about to run out. */
const LEAST_SECONDS = 5;

async function renew(signal: AbortSignal) {
  const shown = currentDraft();
  if (!hasPurchase(shown) || shown.address === '') return null;
  // What was sent off without an answer is sent again as it was: it may have made its order.
  if (shown.ordering) return { shown, quoted: shown };
  // What the buyer has just confirmed is ordered as it stands while its quote lives.
  if (shown.quoteToken !== '' && secondsUntil(shown.quoteExpireTime) >= LEAST_SECONDS) return { shown, quoted: shown };
  return { shown, quoted: await renewQuote(shown, signal) };
}

/** Every page after this one has another content-security policy: it is loaded whole. */
function leaveFor(to: string): void {
  location.replace(to);
}
