import type { CallData } from '@slipway/contract/calls.ts';
import { formatCurrencyName } from '../../i18n/names.ts';
import { text } from '../../i18n/text.ts';
import { PickerSheet } from '../../ui/picker/PickerSheet.tsx';

type PickerProps<Entry> = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly list: readonly Entry[];
  readonly selected: string;
  readonly onSelect: (currency: string) => void;
};

/** Listed first in the pay list: the currencies of most cards worldwide. */
const POPULAR_FIAT = new Set(['EUR', 'USD', 'GBP', 'JPY', 'CHF']);

export function PayCurrencyPicker({ list, ...picker }: PickerProps<CallData<'payList'>[number]>) {
  return (
    <PickerSheet
      {...picker}
      title={text('edit.you_pay')}
      placeholder={text('picker.search_currency')}
      emptyText={text('picker.no_result')}
      items={list.map((entry) => ({
        id: entry.currency,
        title: entry.currency,
        subtitle: formatCurrencyName(entry.currency, entry.name),
        image: entry.imgUrl,
        popular: POPULAR_FIAT.has(entry.currency),
      }))}
    />
  );
}

export function ReceiveCurrencyPicker({ list, ...picker }: PickerProps<CallData<'getList'>[number]>) {
  return (
    <PickerSheet
      {...picker}
      title={text('picker.you_get')}
      placeholder={text('picker.search_crypto')}
      emptyText={text('picker.no_result')}
      items={list.map((entry) => ({
        id: entry.currency,
        title: entry.symbol,
        subtitle: entry.name,
        aside: entry.networkName,
        image: entry.imgUrl,
        popular: entry.is_popular,
        ...(entry.contract && { copyable: entry.contract }),
      }))}
    />
  );
}
