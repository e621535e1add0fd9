import type { PayMethod } from '@slipway/contract/entities/payMethods.ts';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { CallError } from '../../../api/callError.ts';
import { errorText } from '../../../i18n/errorText.ts';
import { text } from '../../../i18n/text.ts';
import { Button } from '../../../ui/Button.tsx';
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx';
import { getDraft, noOrder, updateDraft } from '../../draft/draft.ts';
import type { Checkout } from '../checkoutStep.ts';

type SwitchToCardProps = {
  readonly checkout: Checkout;
  /** Renders the primary button: no other action is possible. */
  readonly main: boolean;
  readonly disabled: boolean;
  /**
   * `true`: the order is being cancelled, and this must not lead to the page of a cancelled order. `false`: the cancellation
   * failed, and the order may have another status.
   */
  readonly onLeaving: (leaving: boolean) => void;
};

/** Cancels a wallet order and returns to Edit with all choices kept and the card as payment method. */
export function SwitchToCard({ checkout, main, disabled, onLeaving }: SwitchToCardProps) {
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const leave = async () => {
    setWorking(true);
    setError(null);
    onLeaving(true);
    try {
      await switchOrderToCard(checkout);
      // This page has a different Content-Security-Policy, so the next page needs a full load.
      location.replace('/edit');
    } catch (failure) {
      setWorking(false);
      onLeaving(false);
      if (failure instanceof CallError && failure.handled) return;
      setError(failure);
    }
  };
  return (
    <>
      {error !== null && (
        <FieldMessage id="pay-by-card-error" icon>
          {errorText(error)}
        </FieldMessage>
      )}
      <Button kind={main ? 'filled' : 'ghost'} working={working} disabled={disabled} onClick={() => void leave()}>
        {text('wallet.by_card')}
      </Button>
    </>
  );
}

/**
 * Cancels an order that was priced for a wallet and keeps the buyer's choices for a new order by card. Throws the
 * server's error if the order can no longer be cancelled.
 */
async function switchOrderToCard(checkout: Checkout): Promise<void> {
  const { orderNo, sendCurrency, sendCurrencyAmount, getCurrency, getCurrencyAmount, address } = checkout;
  await call('cancelOrder', { orderNo });
  // A tab or device that did not create the order has no draft of it, so the choices are copied from the order.
  const isOfThisTab = getDraft().orderNo === orderNo;
  updateDraft({
    ...(isOfThisTab ? {} : { side: 'Pay', sendCurrency, sendCurrencyAmount, getCurrency, getCurrencyAmount, address }),
    payMethod: 'credit_debit_card' satisfies PayMethod,
    ...noOrder,
    quoteToken: '',
    quoteExpireTime: 0,
  });
}
