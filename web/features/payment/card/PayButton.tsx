import './payButton.css';
import Lock from 'lucide-react/icons/lock';
import { type Connection } from '../../../api/connection.ts';
import { useConnection } from '../../../api/useConnection.ts';
import { formatAmount } from '../../../i18n/formatAmount.ts';
import { getLocale, type TextKey, text } from '../../../i18n/text.ts';
import { Button } from '../../../ui/Button.tsx';
import type { Checkout } from '../checkoutStep.ts';
import type { Payment } from '../usePayment.ts';

type PayButtonProps = {
  readonly checkout: Checkout | undefined;
  readonly phase: Payment['phase'];
  readonly disabled: boolean;
  /** Called when pressed; without it the button submits the surrounding form. */
  readonly onPay?: () => void;
};

/** Button whose label includes the amount: `Pay 100.00 EUR`. */
export function PayButton({ checkout, phase, disabled, onPay }: PayButtonProps) {
  const connection = useConnection();
  const amount = checkout && formatAmount(checkout.sendCurrencyAmount, checkout.sendCurrency, getLocale());
  return (
    <>
      <Button
        icon={<Lock size={18} strokeWidth={2.3} aria-hidden="true" />}
        disabled={disabled || !checkout}
        working={phase !== 'idle'}
        {...(onPay ? { onClick: onPay } : { type: 'submit' as const })}
      >
        {amount === undefined ? text('ui.loading') : text('payment.pay', { amount })}
      </Button>
      <output className="payment-under-button">{text(findButtonHintKey(phase, connection))}</output>
    </>
  );
}

function findButtonHintKey(phase: Payment['phase'], connection: Connection): TextKey {
  if (phase === 'idle') return 'payment.bank_may_ask';
  return connection === 'good' ? 'payment.processing' : 'payment.awaiting_answer';
}
