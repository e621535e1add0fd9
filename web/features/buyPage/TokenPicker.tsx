import { text } from '../../i18n/text.ts';
import { PickerSheet } from '../../ui/picker/PickerSheet.tsx';
import type { Token } from './buyRules.ts';

type TokenPickerProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly tokens: readonly Token[];
  readonly selected: string;
  readonly onSelect: (currency: string) => void;
};

/** Lists all cryptos of the short buying page, popular ones first. */
export function TokenPicker({ tokens, ...picker }: TokenPickerProps) {
  return (
    <PickerSheet
      {...picker}
      title={text('buyPage.amount')}
      placeholder={text('picker.search_crypto')}
      emptyText={text('picker.no_result')}
      items={tokens.map((token) => ({
        id: token.currency,
        title: token.symbol,
        subtitle: token.name,
        aside: token.networkName,
        image: token.imgUrl,
        popular: token.isHot,
      }))}
    />
  );
}
