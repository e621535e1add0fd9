import { useState } from 'react';
import { CallError } from '../../api/callError.ts';
import { errorText } from '../../i18n/errorText.ts';
import { text } from '../../i18n/text.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldMessage } from '../../ui/FieldMessage.tsx';
import type { Checkout } from './nextStep.ts';
import { payByCard } from './payByCard.ts';

type PayByCardProps = {
  readonly checkout: Checkout;
  /** It is the main button: nothing else can be done here. */
  readonly main: boolean;
  readonly disabled: boolean;
  /** `true`: the order is being given up, and its end opens no page. `false`: that failed, and it may have moved on. */
  readonly onLeaving: (leaving: boolean) => void;
};

/** The way out of a wallet: back to Edit, everything kept, by card. */
export function PayByCard({ checkout, main, disabled, onLeaving }: PayByCardProps) {
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const leave = async () => {
    setWorking(true);
    setError(null);
    onLeaving(true);
    try {
      await payByCard(checkout);
      // This page has a policy of its own: the next one is loaded whole.
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
