import { useState } from 'react';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/callError.ts';
import { errorText } from '../../i18n/errorText.ts';
import { text } from '../../i18n/text.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldMessage } from '../../ui/FieldMessage.tsx';
import { Sheet } from '../../ui/Sheet.tsx';

type CancelOrderProps = {
  readonly orderNo: string;
  /** The card is held: cancelling releases it. */
  readonly held: boolean;
  readonly onChanged: () => void;
};

/** Asks once more, then cancels; the page then shows the order as it is. */
export function CancelOrder({ orderNo, held, onChanged }: CancelOrderProps) {
  const [asking, setAsking] = useState(false);
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const cancel = async () => {
    setWorking(true);
    setError(null);
    try {
      await call('cancelOrder', { orderNo });
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
      <Button kind="ghost" onClick={() => setAsking(true)}>
        {text('order.cancel')}
      </Button>
      <Sheet open={asking} onClose={() => setAsking(false)} title={text('order.cancel_question')}>
        <div className="sheet-body">
          <p className="hint">{text(held ? 'order.cancel_held' : 'order.cancel_nothing')}</p>
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
