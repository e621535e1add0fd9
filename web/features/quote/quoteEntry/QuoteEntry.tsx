import { CallError } from '../../../api/callError.ts';
import { text } from '../../../i18n/text.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import type { CurrencyLists } from '../../catalog/useCurrencyLists.ts';
import { track } from '../../tracking/track.ts';
import type { Side } from '../quoteReducer.ts';
import type { QuotedPurchase } from '../useQuotedPurchase.ts';
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

type ListsFailedProps = {
  /** Why the lists failed to load. */
  readonly error: unknown;
  readonly onRetry: () => void;
};

/** Shown instead of the amounts if the currencies failed to load. */
function ListsFailed({ error, onRetry }: ListsFailedProps) {
  return (
    <EmptyState
      message={text('edit.methods_failed')}
      detail={[text('edit.lists_failed'), formatReference(error)].filter(Boolean).join('\n')}
      action={text('ui.try_again')}
      onAction={onRetry}
    />
  );
}

/** Returns the reference of the failure in the server's log; '' if there is none. */
function formatReference(error: unknown): string {
  const reference = error instanceof CallError ? error.detail?.facts['reference'] : undefined;
  return reference === undefined ? '' : text('edit.reference', { reference });
}
