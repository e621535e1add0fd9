import { useLocation } from 'wouter';
import { text } from '../../i18n/text.ts';
import { Button } from '../../ui/Button.tsx';
import { noOrder, updateDraft } from '../draft/draft.ts';
import type { QuotedPurchase } from './useQuotedPurchase.ts';

/** Stores the quote in the draft and opens Select Offer. */
export function ContinueToOffers({ purchase }: { readonly purchase: QuotedPurchase }) {
  const { state, figures, selected, editing } = purchase;
  const [, navigate] = useLocation();
  const continueToOffers = () => {
    // A click that did not blur the field (from a screen reader or script): blur it so that the typed amount is quoted
    // first.
    if (editing) return (document.activeElement as HTMLElement | null)?.blur();
    if (state.status !== 'live' || !figures) return;
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
      ...noOrder,
    });
    navigate('/select-offer');
  };
  return (
    <Button
      disabled={state.status !== 'live' || selected === '' || editing === 'unreadable'}
      onClick={continueToOffers}
    >
      {text('ui.continue')}
    </Button>
  );
}
