import { useState } from 'react';
import { CallError } from '../../../api/callError.ts';
import { errorText } from '../../../i18n/errorText.ts';
import { text } from '../../../i18n/text.ts';
import { Button } from '../../../ui/Button.tsx';
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx';
import type { Checkout } from '../checkoutStep.ts';
import { switchOrderToCard } from './switchOrderToCard.ts';

type SwitchToCardProps = {
  readonly checkout: Checkout;
  /** Renders the primary button: no other action is possible. */
  readonly main: boolean;
  readonly disabled: boolean;
  /**
   * `true`: the order is being cancelled, so its end must not open another page. `false`: that failed, and the order
   * may have moved on.
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
