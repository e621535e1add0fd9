import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { getPayMethodTraits } from '@slipway/contract/entities/payMethods.ts';
import { type ReactNode, useState } from 'react';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/callError.ts';
import { errorText } from '../../i18n/errorText.ts';
import { RichText } from '../../i18n/RichText.tsx';
import { text } from '../../i18n/text.ts';
import { AmountText } from '../../ui/amount/AmountText.tsx';
import { Button } from '../../ui/Button.tsx';
import { FieldMessage } from '../../ui/form/FieldMessage.tsx';
import { Sheet } from '../../ui/overlay/Sheet.tsx';

type CancelOrderProps = {
  readonly order: Pick<OrderDetail, 'orderNo' | 'heldAmount' | 'paidAmount' | 'payMethod' | 'sendCurrency'>;
  /** A small button, for a row of a list. */
  readonly small?: boolean;
  /** Called after each attempt, also after a failed one. */
  readonly onChanged: () => void;
};

/** Asks for confirmation and cancels the order; the page then shows its new status. */
export function CancelOrder({ order, small = false, onChanged }: CancelOrderProps) {
  const [asking, setAsking] = useState(false);
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const cancel = async () => {
    setWorking(true);
    setError(null);
    try {
      await call('cancelOrder', { orderNo: order.orderNo });
      setAsking(false);
    } catch (failure) {
      if (!(failure instanceof CallError && failure.handled)) setError(failure);
    } finally {
      setWorking(false);
      onChanged();
    }
  };
  return (
    <>
      <Button kind={small ? 'small' : 'ghost'} onClick={() => setAsking(true)}>
        {text('order.cancel')}
      </Button>
      <Sheet open={asking} onClose={() => setAsking(false)} title={text('order.cancel_question')}>
        <div className="sheet-body">
          <p className="hint">{describeConsequence(order)}</p>
          {error !== null && <FieldMessage id="cancel-order-error">{errorText(error)}</FieldMessage>}
          <div className="sheet-acts">
            <Button kind="ghost" onClick={() => setAsking(false)}>
              {text('order.keep')}
            </Button>
            <Button working={working} onClick={() => void cancel()}>
              {text('order.cancel')}
            </Button>
          </div>
        </div>
      </Sheet>
    </>
  );
}

/** Describes the effect on the buyer's money before the order is cancelled. */
function describeConsequence({
  heldAmount,
  paidAmount,
  payMethod,
  sendCurrency,
}: CancelOrderProps['order']): ReactNode {
  if (getPayMethodTraits(payMethod).money === 'held') {
    return text(heldAmount === null ? 'order.cancel_nothing' : 'order.cancel_held');
  }
  if (paidAmount === null) return text('order.cancel_transfer');
  return (
    <RichText of="order.cancel_transfer_came" with={{ paid: <AmountText amount={paidAmount} code={sendCurrency} /> }} />
  );
}
