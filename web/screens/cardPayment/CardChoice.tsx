import { useEffect, useState } from 'react';
import { handleNextAction } from '../../features/acquirer/handleNextAction.ts';
import { useReceiveList } from '../../features/catalog/catalogQueries.ts';
import { clearDraft } from '../../features/draft/draft.ts';
import { CheckoutAside } from '../../features/order/CheckoutAside.tsx';
import { buildOrderPath, useOrderNo } from '../../features/order/orderUrl.ts';
import { useOrderEvents } from '../../features/order/useOrderEvents.ts';
import { CheckoutStrip } from '../../features/payment/CheckoutStrip.tsx';
import { CardPageLink } from '../../features/payment/card/CardPageLink.tsx';
import { PayButton } from '../../features/payment/card/PayButton.tsx';
import { SavedCards } from '../../features/payment/card/SavedCards.tsx';
import { decideInitialState } from '../../features/payment/checkoutStep.ts';
import { DeclineNote } from '../../features/payment/DeclineNote.tsx';
import { HoldNotice } from '../../features/payment/HoldNotice.tsx';
import { PaymentFailureText } from '../../features/payment/PaymentFailureText.tsx';
import { PaymentWindow } from '../../features/payment/PaymentWindow.tsx';
import type { SavedCard } from '../../features/payment/preparation/prepareOrder.ts';
import { usePayment } from '../../features/payment/usePayment.ts';
import { errorText } from '../../i18n/errorText.ts';
import { text } from '../../i18n/text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { useIsDesktop } from '../../ui/page/useIsDesktop.ts';
import { StepActions } from '../StepActions.tsx';
import './cardPages.css';

/** Select Payment Card for an existing order: one of the saved cards, or a new one. */
export function CardChoice({ orderNo, cards }: { readonly orderNo: string; readonly cards: readonly SavedCard[] }) {
  const [chosen, setChosen] = useState(cards[0]?.cardId ?? '');
  const events = useOrderEvents(orderNo);
  useOrderNoInUrl(orderNo);
  const coins = useReceiveList('');
  const desktop = useIsDesktop();
  const leave = () => {
    clearDraft();
    location.replace(buildOrderPath('/payment-status', orderNo));
  };
  const payment = usePayment({ orderNo, newestEvent: events.newest, handleNextAction, onLeave: leave });
  const { checkout } = payment;
  const elsewhere = checkout !== undefined && decideInitialState(checkout) === 'elsewhere';
  useEffect(() => {
    if (elsewhere) location.replace(buildOrderPath('/payment-status', orderNo));
  }, [elsewhere, orderNo]);
  const coin = coins.data?.find(({ currency }) => currency === checkout?.getCurrency);
  const hasNoAttemptLeft = checkout !== undefined && checkout.triesLeft === 0;
  return (
    <Page
      actions={
        <StepActions>
          <PaymentWindow checkout={checkout} />
        </StepActions>
      }
      aside={<CheckoutAside orderNo={orderNo} />}
      foot={
        <>
          <HoldNotice />
          <PaymentFailureText payment={payment} />
          <PayButton
            checkout={checkout}
            phase={payment.phase}
            disabled={chosen === '' || hasNoAttemptLeft}
            onPay={() => void payment.pay(() => Promise.resolve({ cardId: chosen }))}
          />
        </>
      }
    >
      {!desktop && <CheckoutStrip checkout={checkout} coinImage={coin?.imgUrl ?? ''} />}
      {payment.checkoutError !== null && (
        <EmptyState
          message={errorText(payment.checkoutError)}
          action={text('ui.try_again')}
          onAction={payment.reload}
        />
      )}
      <DeclineNote payment={payment} />
      <div className="section">
        <SavedCards cards={cards} chosen={chosen} onChoose={setChosen} />
        <CardPageLink kind="link" className="card-page-add" href={buildOrderPath('/enter-card', orderNo)}>
          {text('selectCard.add')}
        </CardPageLink>
      </div>
    </Page>
  );
}

/** Puts the order number into the URL, again after the sheet for a changed amount has removed its history entry. */
function useOrderNoInUrl(orderNo: string): void {
  const orderNoInUrl = useOrderNo();
  useEffect(() => {
    if (orderNoInUrl !== orderNo) putOrderNoInUrl(orderNo);
  }, [orderNoInUrl, orderNo]);
}

/** Puts the order number into the URL, so that a reload finds the order again. */
export function putOrderNoInUrl(orderNo: string): void {
  history.replaceState(history.state, '', buildOrderPath('/select-card', orderNo));
}
