import type { CallData } from '@slipway/contract/calls.ts';
import { formatCountryName } from '../../i18n/names.ts';
import { text } from '../../i18n/text.ts';
import { PickerSheet } from '../../ui/picker/PickerSheet.tsx';

type CountryPickerProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly countries: CallData<'getallcountry'>['list'];
  readonly selected: string;
  readonly onSelect: (code: string) => void;
};

/** Picker "Select Country". */
export function CountryPicker({ countries, ...picker }: CountryPickerProps) {
  return (
    <PickerSheet
      {...picker}
      selectedFirst
      title={text('picker.select_country')}
      placeholder={text('picker.search_country')}
      emptyText={text('picker.no_country')}
      items={countries.map((entry) => ({
        id: entry.code,
        title: formatCountryName(entry.code, entry.country),
        aside: entry.currency,
        image: `/images/flags/${entry.code.toLowerCase()}.svg`,
      }))}
    />
  );
}
