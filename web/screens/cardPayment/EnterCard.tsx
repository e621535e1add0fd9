import { findPayMethodTraits } from '@slipway/contract/entities/payMethods.ts';
import { useEffect, useState } from 'react';
import { useSecondsUntil } from '../../api/useSecondsUntil.ts';
import { handleNextAction } from '../../features/acquirer/handleNextAction.ts';
import { isCardDocument } from '../../features/acquirer/loadAcquirer.ts';
import { useCardFields } from '../../features/acquirer/useCardFields.ts';
import { useReceiveList } from '../../features/catalog/catalogQueries.ts';
import { clearDraft, findOrderMethod } from '../../features/draft/draft.ts';
import { CheckoutAside } from '../../features/order/CheckoutAside.tsx';
import { buildOrderPath, useOrderNo } from '../../features/order/orderUrl.ts';
import { useOrderEvents } from '../../features/order/useOrderEvents.ts';
import { CheckoutStrip } from '../../features/payment/CheckoutStrip.tsx';
import { CardForm } from '../../features/payment/card/CardForm.tsx';
import { needsOtherCard } from '../../features/payment/card/cardAfterDecline.ts';
import { decideInitialState } from '../../features/payment/checkoutStep.ts';
import { PaymentUnderWay } from '../../features/payment/PaymentUnderWay.tsx';
import { PaymentWindow } from '../../features/payment/PaymentWindow.tsx';
import { usePayment } from '../../features/payment/usePayment.ts';
import { errorText } from '../../i18n/errorText.ts';
import { text } from '../../i18n/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Note } from '../../ui/Note.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { useIsDesktop } from '../../ui/page/useIsDesktop.ts';
import { StepActions } from '../StepActions.tsx';
import { WalletPayment } from './WalletPayment.tsx';
import './cardPages.css';

/**
 * Card Details: the acquirer's card fields and the billing address, or a wallet's button; then polls the payment until the
 * order has another status.
 */
export function EnterCard() {
  const orderNo = useOrderNo();
  const events = useOrderEvents(orderNo);
  const coins = useReceiveList('');
  const desktop = useIsDesktop();
  const payment = usePayment({
    orderNo,
    newestEvent: events.newest,
    handleNextAction,
    onDeclined: (reason) => {
      if (needsOtherCard(reason)) fields.clear();
    },
    onLeave: () => {
      clearDraft();
      location.replace(buildOrderPath('/payment-status', orderNo));
    },
  });
  const { checkout, checkoutError } = payment;
  const start = checkout && decideInitialState(checkout);
  // The tab that created the order knows its method before the server has answered.
  const traits = findPayMethodTraits(checkout?.payMethod ?? findOrderMethod(orderNo));
  const wallet = traits?.wallet;
  // Once shown, the form stays mounted with its input, also during the payment.
  const [formShown, showForm] = useState(false);
  if (start === 'payable' && !formShown) showForm(true);
  const fields = useCardFields(formShown && !wallet && isCardDocument() ? checkout?.acquirer : undefined);
  const secondsLeft = useSecondsUntil(start === 'payable' ? (checkout?.payBefore ?? null) : null);
  useReloadForCardDocument();
  // True while the order is being cancelled to pay by card: its new status must not lead to another page, because Edit is
  // next.
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    if (leaving) return;
    if (start === 'elsewhere') location.replace(buildOrderPath('/payment-status', orderNo));
    else if (orderNo === '') location.replace('/edit');
  }, [start, orderNo, leaving]);

  const coin = coins.data?.find(({ currency }) => currency === checkout?.getCurrency);
  const closed = checkout !== undefined && start === 'payable' && (secondsLeft === 0 || checkout.triesLeft === 0);
  return (
    <Page
      {...(wallet && { title: text('title.wallet', { wallet: traits.label }) })}
      actions={
        <StepActions>
          <PaymentWindow checkout={checkout} />
        </StepActions>
      }
      aside={<CheckoutAside orderNo={orderNo} />}
    >
      {!desktop && <CheckoutStrip checkout={checkout} coinImage={coin?.imgUrl ?? ''} />}
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
        <WalletPayment payment={payment} name={traits.label} wallet={wallet} onLeaving={setLeaving} />
      ) : (
        <CardForm payment={payment} fields={fields} />
      )}
    </Page>
  );
}

/**
 * After navigation without a full load (Back from another page), the Content-Security-Policy blocks the acquirer, so
 * the page reloads.
 */
function useReloadForCardDocument(): void {
  useEffect(() => {
    if (!isCardDocument()) location.reload();
  }, []);
}
