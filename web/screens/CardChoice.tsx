import { useEffect, useState } from 'react';
import { handleNextAction } from '../features/acquirer/handleNextAction.ts';
import { useReceiveList } from '../features/catalog/catalogQueries.ts';
import { clearDraft } from '../features/draft/draft.ts';
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
import { errorText } from '../i18n/errorText.ts';
import { text } from '../i18n/text.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Page } from '../ui/Page.tsx';
import { StepActions } from './StepActions.tsx';
import './cardPages.css';

/** Select Payment Card of an order that is made: one of the saved cards, or another one. */
export function CardChoice({ orderNo, cards }: { readonly orderNo: string; readonly cards: readonly SavedCard[] }) {
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

/** An order in the address is found again by a reload. */
export function nameOrder(orderNo: string): void {
  history.replaceState(history.state, '', orderPath('/select-card', orderNo));
}
