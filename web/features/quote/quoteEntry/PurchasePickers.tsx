import { lazy, Suspense, useState } from 'react';
import type { CurrencyLists } from '../../catalog/useCurrencyLists.ts';
import { track } from '../../tracking/track.ts';
import type { QuotedPurchase } from '../useQuotedPurchase.ts';

const loadPickers = () => import('../../catalog/CurrencyPickers.tsx');
const PayCurrencyPicker = lazy(async () => ({ default: (await loadPickers()).PayCurrencyPicker }));
const ReceiveCurrencyPicker = lazy(async () => ({ default: (await loadPickers()).ReceiveCurrencyPicker }));

export type PickerSide = 'pay' | 'receive';

/** Preloads the pickers before they are opened. */
export function preloadPickers(): void {
  void loadPickers();
}

type PurchasePickersProps = {
  readonly purchase: QuotedPurchase;
  readonly lists: CurrencyLists;
  /** The open picker. */
  readonly side: PickerSide | null;
  readonly onClose: () => void;
};

/** Both pickers. Each is loaded when first opened and stays mounted for its closing animation. */
export function PurchasePickers({ purchase, lists, side, onClose }: PurchasePickersProps) {
  const [opened, setOpened] = useState<readonly PickerSide[]>([]);
  if (side && !opened.includes(side)) setOpened([...opened, side]);
  const { change } = purchase;
  const { inquiry } = purchase.state;
  return (
    <Suspense>
      {opened.includes('pay') && (
        <PayCurrencyPicker
          open={side === 'pay'}
          onClose={onClose}
          list={lists.payCurrencies ?? []}
          selected={inquiry?.sendCurrency ?? ''}
          onSelect={(sendCurrency) => {
            track('selectPayCurrency', { ...inquiry, sendCurrency });
            change({ sendCurrency });
          }}
        />
      )}
      {opened.includes('receive') && (
        <ReceiveCurrencyPicker
          open={side === 'receive'}
          onClose={onClose}
          list={lists.receiveCurrencies ?? []}
          selected={inquiry?.getCurrency ?? ''}
          onSelect={(getCurrency) => {
            track('selectGetCurrency', { ...inquiry, getCurrency });
            change({ getCurrency });
          }}
        />
      )}
    </Suspense>
  );
}
