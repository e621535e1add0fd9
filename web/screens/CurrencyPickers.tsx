import type { CallData } from '@slipway/contract/calls.ts';
import { lazy, Suspense, useState } from 'react';

const load = () => import('../features/catalog/CurrencyPickers.tsx');
const PayCurrencyPicker = lazy(async () => ({ default: (await load()).PayCurrencyPicker }));
const ReceiveCurrencyPicker = lazy(async () => ({ default: (await load()).ReceiveCurrencyPicker }));

export type PickerSide = 'pay' | 'receive';

/** Fetches the pickers before they are pressed. */
export function preloadPickers(): void {
  void load();
}

type CurrencyPickersProps = {
  /** Which one is open. */
  readonly side: PickerSide | null;
  readonly onClose: () => void;
  readonly pays: CallData<'payList'>;
  readonly receives: CallData<'getList'>;
  readonly payCurrency: string;
  readonly receiveCurrency: string;
  readonly onPay: (currency: string) => void;
  readonly onReceive: (currency: string) => void;
};

/** Both pickers, each fetched when it is first opened and kept for its leaving movement. */
export function CurrencyPickers(props: CurrencyPickersProps) {
  const { side, onClose } = props;
  const [opened, setOpened] = useState<readonly PickerSide[]>([]);
  if (side && !opened.includes(side)) setOpened([...opened, side]);
  return (
    <Suspense>
      {opened.includes('pay') && (
        <PayCurrencyPicker
          open={side === 'pay'}
          onClose={onClose}
          list={props.pays}
          selected={props.payCurrency}
          onSelect={props.onPay}
        />
      )}
      {opened.includes('receive') && (
        <ReceiveCurrencyPicker
          open={side === 'receive'}
          onClose={onClose}
          list={props.receives}
          selected={props.receiveCurrency}
          onSelect={props.onReceive}
        />
      )}
    </Suspense>
  );
}
