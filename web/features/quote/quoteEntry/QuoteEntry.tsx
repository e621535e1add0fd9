import type { CurrencyLists } from '../../catalog/useCurrencyLists.ts';
import { track } from '../../tracking/track.ts';
import type { Side } from '../quoteReducer.ts';
import type { QuotedPurchase } from '../useQuotedPurchase.ts';
import { ListsFailed } from './ListsFailed.tsx';
import { QuoteSlip } from './QuoteSlip.tsx';

type QuoteEntryProps = {
  readonly purchase: QuotedPurchase;
  readonly lists: CurrencyLists;
  readonly onPickPay: () => void;
  readonly onPickReceive: () => void;
  /** Called when the picker is likely to be opened, to preload it. */
  readonly onNearPicker: () => void;
};

/** Entry of both amounts; until the currencies are loaded, only of the amount to pay. */
export function QuoteEntry({ purchase, lists, ...pickers }: QuoteEntryProps) {
  const { state, figures, editing, setEditing, pay, receive, change } = purchase;
  const { inquiry } = state;
  if (lists.error !== undefined) return <ListsFailed error={lists.error} onRetry={lists.retry} />;
  const enter = (side: Side, amount: string) => {
    track(`input${side}Amount`, { ...inquiry, side, amount });
    if (inquiry) change({ side, amount });
    else purchase.enterEarly({ side, amount });
  };
  return (
    <QuoteSlip
      state={state}
      figures={figures}
      enteredEarly={purchase.enteredEarly?.amount ?? ''}
      stale={editing !== false}
      pay={pay}
      receive={receive}
      locked={purchase.locked}
      onAmount={enter}
      onEditing={setEditing}
      onRetry={() => change({})}
      {...pickers}
    />
  );
}
