import { traitsIfAny } from '@slipway/contract/entities/payMethods.ts';
import { useEffect, useState } from 'react';
import { secondsUntil } from '../api/serverClock.ts';
import { handleNextAction } from '../features/acquirer/handleNextAction.ts';
import { useReceiveList } from '../features/catalog/catalogQueries.ts';
import { clearDraft, methodOfOrder, presentDraft, useDraft } from '../features/draft/draft.ts';
import { orderPath, useOrderNo } from '../features/order/orderAddress.ts';
import { useOrderNews } from '../features/order/useOrderNews.ts';
import { CardPageLink } from '../features/payment/CardPageLink.tsx';
import { CheckoutStrip } from '../features/payment/CheckoutStrip.tsx';
import { HeldFirst } from '../features/payment/HeldFirst.tsx';
import { arrival } from '../features/payment/nextStep.ts';
import { PayButton } from '../features/payment/PayButton.tsx';
import { PaymentFailureText } from '../features/payment/PaymentFailureText.tsx';
import { PaymentWindow } from '../features/payment/PaymentWindow.tsx';
import type { SavedCard } from '../features/payment/prepareOrder.ts';
import { SavedCards } from '../features/payment/SavedCards.tsx';
import { usePayment } from '../features/payment/usePayment.ts';
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

/** Select Payment Card: makes the order where there is none yet, and pays it with a card that was saved before. */
export function SelectCard() {
  const draft = useDraft();
  const cryptos = useReceiveList('');
  const orderNo = useOrderNo();
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

function CardChoice({ orderNo, cards }: { readonly orderNo: string; readonly cards: readonly SavedCard[] }) {
  const [chosen, setChosen] = useState(cards[0]?.cardId ?? '');
  const news = useOrderNews(orderNo);
  useOrderInAddress(orderNo);
  const coins = useReceiveList('');
  const leave = () => {
    clearDraft();
    location.replace(orderPath('/payment-status', orderNo));
  };
  const payment = usePayment({ orderNo, newestEvent: news.newest, handleNextAction, onLeave: leave });
  const { checkout } = payment;
  const elsewhere = checkout !== undefined && arrival(checkout) === 'elsewhere';
  useEffect(() => {
    if (elsewhere) location.replace(orderPath('/payment-status', orderNo));
  }, [elsewhere, orderNo]);
  const coin = coins.data?.find(({ currency }) => currency === checkout?.getCurrency);
  const over = checkout !== undefined && checkout.triesLeft === 0;
  return (
    <Page
      actions={
        <StepActions>
          <PaymentWindow checkout={checkout} />
        </StepActions>
      }
      foot={
        <>
          <HeldFirst />
          <PaymentFailureText payment={payment} />
          <PayButton
            checkout={checkout}
            phase={payment.phase}
            disabled={chosen === '' || over}
            onPay={() => void payment.pay(() => Promise.resolve({ cardId: chosen }))}
          />
        </>
      }
    >
      <CheckoutStrip checkout={checkout} coinImage={coin?.imgUrl ?? ''} />
      {payment.checkoutError !== null && (
        <EmptyState
          message={errorText(payment.checkoutError)}
          action={text('ui.try_again')}
          onAction={payment.reload}
        />
      )}
      <div className="section">
        <SavedCards cards={cards} chosen={chosen} onChoose={setChosen} />
        <CardPageLink kind="link" className="card-page-add" href={orderPath('/enter-card', orderNo)}>
          {text('selectCard.add')}
        </CardPageLink>
      </div>
    </Page>
  );
}

/** Also after the sheet of a changed amount has given its entry of the browser's history back. */
function useOrderInAddress(orderNo: string): void {
  const inAddress = useOrderNo();
  useEffect(() => {
    if (inAddress !== orderNo) nameOrder(orderNo);
  }, [inAddress, orderNo]);
}

function nameOrder(orderNo: string): void {
  history.replaceState(history.state, '', orderPath('/select-card', orderNo));
}

/** Time enough to make the order with a quote that is about to run out. */
const LEAST_SECONDS = 5;

async function renew(signal: AbortSignal) {
  const shown = presentDraft();
  if (!hasPurchase(shown) || shown.address === '') return null;
  // What the buyer has just confirmed is ordered as it stands while its quote lives.
  if (shown.quoteToken !== '' && secondsUntil(shown.quoteExpireTime) >= LEAST_SECONDS) return { shown, quoted: shown };
  return { shown, quoted: await renewQuote(shown, signal) };
}

/** Every page after this one has another content-security policy: it is loaded whole. */
function leaveFor(to: string): void {
  location.replace(to);
}
