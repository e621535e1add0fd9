import './payButton.css';
import Lock from 'lucide-react/icons/lock';
import { type Line, useLine } from '../../api/line.ts';
import { formatAmount } from '../../i18n/formatAmount.ts';
import { presentLocale, type TextKey, text } from '../../i18n/text.ts';
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
  const line = useLine();
  const amount = checkout && formatAmount(checkout.sendCurrencyAmount, checkout.sendCurrency, presentLocale());
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
      <output className="payment-under-button">{text(underButton(phase, line))}</output>
    </>
  );
}

function underButton(phase: Payment['phase'], line: Line): TextKey {
  if (phase === 'idle') return 'payment.bank_may_ask';
  return line === 'good' ? 'payment.processing' : 'payment.awaiting_answer';
}
