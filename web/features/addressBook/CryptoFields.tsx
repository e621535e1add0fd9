import { errorText } from '../../i18n/errorText.ts';
import { text } from '../../i18n/text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { useBookCryptos, useBookNetworks } from './addressBookQueries.ts';
import type { BookNetwork } from './findChosenNetwork.ts';

export type CryptoChoice = { readonly crypto: string; readonly network: string };

type CryptoFieldsProps = {
  readonly choice: CryptoChoice;
  readonly chosen: BookNetwork | undefined;
  readonly onChange: (choice: CryptoChoice) => void;
  /** The form was submitted, so missing fields are shown. */
  readonly isFormSubmitted: boolean;
};

/** Selects a crypto and its network. */
export function CryptoFields({ choice, chosen, onChange, isFormSubmitted: isSubmitted }: CryptoFieldsProps) {
  const cryptos = useBookCryptos();
  const networks = useBookNetworks(choice.crypto);
  const failed = cryptos.data ? networks : cryptos;
  if (failed.isError && !failed.isFetching) {
    return (
      <EmptyState
        message={errorText(failed.error)}
        action={text('ui.try_again')}
        onAction={() => void failed.refetch()}
      />
    );
  }
  return (
    <>
      <SelectField
        label={text('addressBook.crypto')}
        name="crypto"
        value={choice.crypto}
        placeholder={text('addressBook.choose_crypto')}
        options={(cryptos.data ?? []).map(({ crypto, name }) => ({ value: crypto, label: `${crypto} · ${name}` }))}
        error={isSubmitted && choice.crypto === '' && text('addressBook.crypto_missing')}
        onChange={(crypto) => onChange({ crypto, network: choice.network })}
      />
      <SelectField
        label={text('addressBook.network')}
        name="network"
        value={chosen?.network ?? ''}
        placeholder={text('addressBook.choose_network')}
        options={(networks.data ?? []).map(({ network, networkName }) => ({ value: network, label: networkName }))}
        error={isSubmitted && choice.crypto !== '' && !chosen && text('addressBook.network_missing')}
        hint={choice.crypto === '' ? text('addressBook.network_hint') : undefined}
        disabled={choice.crypto === '' || !networks.data}
        onChange={(network) => onChange({ crypto: choice.crypto, network })}
      />
    </>
  );
}
