import { text } from '../../i18n/text.ts';
import { Ring } from '../../ui/Ring.tsx';
import { PaymentFailureText } from './PaymentFailureText.tsx';
import type { Payment } from './usePayment.ts';
import './paymentUnderWay.css';

/** The page was opened while a payment is being authorized: it is followed, not asked for again. */
export function PaymentUnderWay({ payment }: { readonly payment: Payment }) {
  return (
    <div className="payment-under-way">
      <Ring size={44} turning />
      <output>{text('payment.processing')}</output>
      <p className="hint">{text('payment.keep_open')}</p>
      <PaymentFailureText payment={payment} />
    </div>
  );
}
