import './payButton.css';
import Lock from 'lucide-react/icons/lock';
import { type Connection } from '../../api/connection.ts';
import { useConnection } from '../../api/useConnection.ts';
import { formatAmount } from '../../i18n/formatAmount.ts';
import { currentLocale, type TextKey, text } from '../../i18n/text.ts';
import { Button } from '../../ui/Button.tsx';
import type { Checkout } from './nextStep.ts';
import type { Payment } from './usePayment.ts';

type PayButtonProps = {
  readonly checkout: Checkout | undefined;
  readonly phase: Payment['phase'];
  readonly disabled: boolean;
  /** Without it the button sends the form that it stands in. */
  readonly onPay?: () => void;
};

/** `Pay 100.00 EUR`: the amount is part of the verb. */
export function PayButton({ checkout, phase, disabled, onPay }: PayButtonProps) {
  const connection = useConnection();
  const amount = checkout && formatAmount(checkout.sendCurrencyAmount, checkout.sendCurrency, currentLocale());
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
      <output className="payment-under-button">{text(underButton(phase, connection))}</output>
    </>
  );
}

function underButton(phase: Payment['phase'], connection: Connection): TextKey {
  if (phase === 'idle') return 'payment.bank_may_ask';
  return connection === 'good' ? 'payment.processing' : 'payment.awaiting_answer';
}
