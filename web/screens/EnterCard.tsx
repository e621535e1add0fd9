import { traitsIfAny } from '@slipway/contract/entities/payMethods.ts';
import { useEffect, useState } from 'react';
import { useSecondsUntil } from '../api/useSecondsUntil.ts';
import { handleNextAction } from '../features/acquirer/handleNextAction.ts';
import { isCardDocument } from '../features/acquirer/loadAcquirer.ts';
import { useCardFields } from '../features/acquirer/useCardFields.ts';
import { useReceiveList } from '../features/catalog/catalogQueries.ts';
import { clearDraft, methodOfOrder } from '../features/draft/draft.ts';
import { orderPath, useOrderNo } from '../features/order/orderAddress.ts';
import { useOrderNews } from '../features/order/useOrderNews.ts';
import { CardForm } from '../features/payment/CardForm.tsx';
import { CheckoutStrip } from '../features/payment/CheckoutStrip.tsx';
import { needsOtherCard } from '../features/payment/cardAfterDecline.ts';
import { arrival } from '../features/payment/nextStep.ts';
import { PaymentUnderWay } from '../features/payment/PaymentUnderWay.tsx';
import { PaymentWindow } from '../features/payment/PaymentWindow.tsx';
import { usePayment } from '../features/payment/usePayment.ts';
import { errorText } from '../i18n/errorText.ts';
import { text } from '../i18n/text.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Note } from '../ui/Note.tsx';
import { Page } from '../ui/Page.tsx';
import { StepActions } from './StepActions.tsx';
import { WalletPayment } from './WalletPayment.tsx';
import './cardPages.css';

/** Card Details: the acquirer's fields and the billing address, or a wallet's button; then the payment until the order has moved on. */
export function EnterCard() {
  const orderNo = useOrderNo();
  const news = useOrderNews(orderNo);
  const coins = useReceiveList('');
  const payment = usePayment({
    orderNo,
    newestEvent: news.newest,
    handleNextAction,
    onDeclined: (reason) => {
      if (needsOtherCard(reason)) fields.clear();
    },
    onLeave: () => {
      clearDraft();
      location.replace(orderPath('/payment-status', orderNo));
    },
  });
  const { checkout, checkoutError } = payment;
  const start = checkout && arrival(checkout);
  // The tab that made the order knows before the server has answered.
  const wallet = traitsIfAny(checkout?.payMethod ?? methodOfOrder(orderNo))?.wallet;
  // Once shown, the form stays with what was typed in it, also while the payment is under way.
  const [formShown, showForm] = useState(false);
  if (start === 'payable' && !formShown) showForm(true);
  const fields = useCardFields(formShown && !wallet && isCardDocument() ? checkout?.acquirer : undefined);
  const secondsLeft = useSecondsUntil(start === 'payable' ? (checkout?.payBefore ?? null) : null);
  useCardDocument();
  // Then the order's end leads nowhere: Edit comes next.
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    if (leaving) return;
    if (start === 'elsewhere') location.replace(orderPath('/payment-status', orderNo));
    else if (orderNo === '') location.replace('/edit');
  }, [start, orderNo, leaving]);

  const coin = coins.data?.find(({ currency }) => currency === checkout?.getCurrency);
  const closed = checkout !== undefined && start === 'payable' && (secondsLeft === 0 || checkout.triesLeft === 0);
  return (
    <Page
      {...(wallet && { title: text('title.wallet', { wallet: wallet.name }) })}
      actions={
        <StepActions>
          <PaymentWindow checkout={checkout} />
        </StepActions>
      }
    >
      <CheckoutStrip checkout={checkout} coinImage={coin?.imgUrl ?? ''} />
      {checkoutError !== null && (
        <EmptyState message={errorText(checkoutError)} action={text('ui.try_again')} onAction={payment.reload} />
      )}
      {closed && payment.phase === 'idle' ? (
        <div className="card-page-closed" role="alert">
          <Note tone="warn">{text('payment.window_closed')}</Note>
          <ButtonLink kind="filled" href="/edit">
            {text('payment.new_order')}
          </ButtonLink>
        </div>
      ) : start === 'underway' && !formShown ? (
        <PaymentUnderWay payment={payment} />
      ) : checkoutError !== null ? null : wallet ? (
        <WalletPayment payment={payment} wallet={wallet} onLeaving={setLeaving} />
      ) : (
        <CardForm payment={payment} fields={fields} />
      )}
    </Page>
  );
}

/** Reached without a full load (Back from another page), the page's policy keeps the acquirer out: it is loaded again. */
function useCardDocument(): void {
  useEffect(() => {
    if (!isCardDocument()) location.reload();
  }, []);
}
