import { CallError, isNoAnswer } from '../../api/callError.ts';
import { errorText } from '../../i18n/errorText.ts';
import { text } from '../../i18n/text.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldMessage } from '../../ui/form/FieldMessage.tsx';
import type { Payment } from './usePayment.ts';

/** Explains below the form why the payment was not made, except a decline: see `DeclineNote`. */
export function PaymentFailureText({ payment: { failure, retryAction } }: { readonly payment: Payment }) {
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
  return null;
}
