import { getPayMethodTraits } from '@slipway/contract/entities/payMethods.ts';
import './requote.css';
import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/callError.ts';
import { useSecondsUntil } from '../../api/useSecondsUntil.ts';
import { errorText } from '../../i18n/errorText.ts';
import { formatAmount, formatPercent } from '../../i18n/formatAmount.ts';
import { RichText } from '../../i18n/RichText.tsx';
import { getLocale, text } from '../../i18n/text.ts';
import { AmountText } from '../../ui/amount/AmountText.tsx';
import { Button } from '../../ui/Button.tsx';
import { FieldMessage } from '../../ui/form/FieldMessage.tsx';
import { Card } from '../../ui/page/Page.tsx';
import { QuoteCountdown } from '../../ui/progress/QuoteCountdown.tsx';
import { formatOrderRate, hasPaid, withNewAmount } from '../order/buildMoneyRows.tsx';
import { computeRequoteFigures } from './computeRequoteFigures.ts';

const CONSENT_SECONDS = 10 * 60;

type RequoteProps = {
  readonly order: OrderDetail;
  readonly requote: NonNullable<OrderDetail['requote']>;
};

/** Shows the amount paid, the quoted and the new amount with their difference, and the time left to decide. */
export function RequoteAmounts({ order, requote }: RequoteProps) {
  const seconds = useSecondsUntil(order.deadline);
  const { symbol } = order;
  const { kind, amount, percent } = computeRequoteFigures(requote.oldGetCurrencyAmount, requote.newGetCurrencyAmount);
  return (
    <Card lift>
      <dl className="requote">
        <div>
          <dt>{text(hasPaid(order) ? 'order.you_paid' : 'order.you_pay')}</dt>
          <dd>
            <AmountText amount={order.sendCurrencyAmount} code={order.sendCurrency} />
          </dd>
        </div>
        <div>
          <dt>{text('payment.quoted')}</dt>
          <dd className="requote-old">
            <AmountText amount={requote.oldGetCurrencyAmount} code={symbol} />
          </dd>
        </div>
        <div>
          <dt>{text('payment.new_rate')}</dt>
          <dd className="num">{text('edit.rate', { symbol, price: formatOrderRate(withNewAmount(order)) })}</dd>
        </div>
        <div className="requote-new">
          <dt>{text('payment.now')}</dt>
          <dd>
            <AmountText amount={requote.newGetCurrencyAmount} code={symbol} />
            <small>
              <RichText
                of={kind === 'less' ? 'payment.requote_less' : 'payment.requote_more'}
                with={{
                  amount: <AmountText amount={amount} code={symbol} />,
                  percent: <span className="num">{formatPercent(percent, getLocale())}</span>,
                }}
              />
            </small>
          </dd>
        </div>
      </dl>
      <p className="requote-time">
        <span>
          {text(
            getPayMethodTraits(order.payMethod).money === 'received'
              ? 'payment.requote_after_bank'
              : 'payment.requote_after',
          )}
        </span>
        {seconds !== null && <QuoteCountdown secondsLeft={seconds} totalSeconds={CONSENT_SECONDS} format="clock" />}
      </p>
    </Card>
  );
}

/**
 * Buttons that accept exactly the amount shown or cancel the order. The pressed button shows progress until the order's
 * status changes.
 */
export function RequoteButtons({ order, requote, onAnswered }: RequoteProps & { readonly onAnswered: () => void }) {
  const [working, setWorking] = useState<'agree' | 'cancel' | null>(null);
  const [error, setError] = useState<unknown>(null);
  const { newGetCurrencyAmount } = requote;
  const answer = async (agree: boolean) => {
    if (working) return;
    setWorking(agree ? 'agree' : 'cancel');
    setError(null);
    try {
      await call('answerRequote', { orderNo: order.orderNo, agree, newGetCurrencyAmount });
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
        {text('payment.agree', { amount: formatAmount(newGetCurrencyAmount, order.symbol, getLocale()) })}
      </Button>
      <Button kind="ghost" working={working === 'cancel'} onClick={() => void answer(false)}>
        {text('order.cancel')}
      </Button>
    </>
  );
}
