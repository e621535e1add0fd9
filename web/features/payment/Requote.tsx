import './requote.css';
import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/callError.ts';
import { useSecondsUntil } from '../../api/useSecondsUntil.ts';
import { errorText } from '../../i18n/errorText.ts';
import { text } from '../../i18n/text.ts';
import { AmountText } from '../../ui/AmountText.tsx';
import { Button } from '../../ui/Button.tsx';
import { FieldMessage } from '../../ui/FieldMessage.tsx';
import { Card } from '../../ui/Page.tsx';
import { QuoteCountdown } from '../../ui/QuoteCountdown.tsx';

const CONSENT_SECONDS = 10 * 60;

type Amounts = NonNullable<OrderDetail['requote']>;

/** The amount that was quoted and the one that can be delivered now, side by side, with the time left to decide. */
export function RequoteAmounts({ order, requote }: { readonly order: OrderDetail; readonly requote: Amounts }) {
  const seconds = useSecondsUntil(order.deadline);
  return (
    <Card lift>
      <dl className="requote">
        <div>
          <dt>{text('payment.quoted')}</dt>
          <dd className="requote-old">
            <AmountText amount={requote.oldGetCurrencyAmount} code={order.symbol} />
          </dd>
        </div>
        <div>
          <dt>{text('payment.now')}</dt>
          <dd>
            <AmountText amount={requote.newGetCurrencyAmount} code={order.symbol} />
          </dd>
        </div>
      </dl>
      <p className="requote-time">
        <span>
          {text(order.payMethod === 'bank_transfer' ? 'payment.requote_after_bank' : 'payment.requote_after')}
        </span>
        {seconds !== null && <QuoteCountdown secondsLeft={seconds} totalSeconds={CONSENT_SECONDS} format="clock" />}
      </p>
    </Card>
  );
}

type RequoteAnswersProps = {
  readonly orderNo: string;
  /** The amount on the page: no other one is agreed to. */
  readonly newAmount: string;
  readonly onAnswered: () => void;
};

/** `Agree` and `Cancel`; which one was pressed turns until the order has moved. */
export function RequoteAnswers({ orderNo, newAmount, onAnswered }: RequoteAnswersProps) {
  const [working, setWorking] = useState<'agree' | 'cancel' | null>(null);
  const [error, setError] = useState<unknown>(null);
  const answer = async (agree: boolean) => {
    if (working) return;
    setWorking(agree ? 'agree' : 'cancel');
    setError(null);
    try {
      await call('answerRequote', { orderNo, agree, newGetCurrencyAmount: newAmount });
    } catch (failure) {
      if (!(failure instanceof CallError && failure.handled)) setError(failure);
      setWorking(null);
    }
    onAnswered();
  };
  return (
    <>
      {error !== null && (
        <FieldMessage id="requote-error" icon>
          {errorText(error)}
        </FieldMessage>
      )}
      <Button working={working === 'agree'} onClick={() => void answer(true)}>
        {text('amountChanged.agree')}
      </Button>
      <Button kind="ghost" working={working === 'cancel'} onClick={() => void answer(false)}>
        {text('amountChanged.cancel')}
      </Button>
    </>
  );
}
