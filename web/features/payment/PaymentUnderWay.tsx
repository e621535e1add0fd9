import { text } from '../../i18n/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Ring } from '../../ui/progress/Ring.tsx';
import { buildOrderPath, useOrderNo } from '../order/orderUrl.ts';
import { PaymentFailureText } from './PaymentFailureText.tsx';
import type { Payment } from './usePayment.ts';
import './paymentUnderWay.css';

/**
 * Shown if the page is opened while a payment is being authorized: shows the status of that payment and does not start
 * another.
 */
export function PaymentUnderWay({ payment }: { readonly payment: Payment }) {
  const orderNo = useOrderNo();
  return (
    <div className="payment-under-way">
      <Ring size={44} turning />
      <output>{text('payment.processing')}</output>
      <p className="hint">{text('payment.keep_open')}</p>
      <PaymentFailureText payment={payment} />
      <ButtonLink kind="ghost" href={buildOrderPath('/payment-status', orderNo)}>
        {text('identity.view_order')}
      </ButtonLink>
    </div>
  );
}
