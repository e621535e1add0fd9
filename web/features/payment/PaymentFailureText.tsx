import { CallError, isNoAnswer } from '../../api/callError.ts';
import { declineText } from '../../i18n/declineText.ts';
import { errorText } from '../../i18n/errorText.ts';
import { text } from '../../i18n/text.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldMessage } from '../../ui/form/FieldMessage.tsx';
import type { Payment } from './usePayment.ts';

type PaymentFailureTextProps = {
  readonly payment: Payment;
  /** A decline from an earlier visit, as reported by the checkout. */
  readonly earlier?: { readonly reason: string; readonly triesLeft: number } | null;
};

/** Explains below the form why the payment failed and how many tries are left. */
export function PaymentFailureText({ payment: { failure, retryAction }, earlier = null }: PaymentFailureTextProps) {
  if (failure?.kind === 'action_unavailable') {
    return (
      <>
        <FieldMessage id="payment-failure" icon>
          {text('payment.action_unavailable')}
        </FieldMessage>
        <Button kind="ghost" onClick={retryAction}>
          {text('payment.show_action')}
        </Button>
      </>
    );
  }
  if (failure?.kind === 'offline') {
    return (
      <FieldMessage id="payment-failure" icon>
        {text('payment.offline')}
      </FieldMessage>
    );
  }
  if (failure?.kind === 'refused') {
    if (failure.error instanceof CallError && failure.error.handled) return null;
    return (
      <FieldMessage id="payment-failure" icon>
        {isNoAnswer(failure.error) ? text('payment.not_known') : errorText(failure.error)}
      </FieldMessage>
    );
  }
  const declined = failure ?? earlier;
  if (!declined) return null;
  return (
    <FieldMessage id="payment-failure" icon cause={text('payment.tries_left', { count: declined.triesLeft })}>
      {declineText(declined.reason, declined.triesLeft > 0) ?? text('decline.declined')}
    </FieldMessage>
  );
}
