import { useState } from 'react';
import { useLocation } from 'wouter';
import { text } from '../../i18n/text.ts';
import { Button } from '../../ui/Button.tsx';
import { unordered, updateDraft } from '../draft/draft.ts';
import type { QuotedPurchase } from './useQuotedPurchase.ts';

/** Keeps the quote in the draft and leads to the offers. */
export function ContinueToOffers({ purchase }: { readonly purchase: QuotedPurchase }) {
  const { state, figures, selected, editing } = purchase;
  const [, navigate] = useLocation();
  const [leaving, setLeaving] = useState(false);
  const goOn = () => {
    // A press that left the field where it was (a reader's, a script's): what was typed is quoted before anything goes on.
    if (editing) return (document.activeElement as HTMLElement | null)?.blur();
    if (state.status !== 'live' || !figures) return;
    setLeaving(true);
    updateDraft({
      side: state.inquiry.side,
      sendCurrency: state.inquiry.sendCurrency,
      getCurrency: state.inquiry.getCurrency,
      sendCurrencyAmount: figures.pay,
      getCurrencyAmount: figures.receive,
      quoteToken: state.quote.token,
      quoteExpireTime: state.quote.expireTime,
      payMethod: selected,
      offerType: state.inquiry.offerType,
      ...unordered,
    });
    navigate('/select-offer');
  };
  return (
    <Button
      disabled={state.status !== 'live' || selected === '' || editing === 'unreadable'}
      working={leaving}
      onClick={goOn}
    >
      {text('ui.continue')}
    </Button>
  );
}
