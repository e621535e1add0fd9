import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { errorText } from '../../i18n/errorText.ts';
import { findText, text } from '../../i18n/text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { RadioCards } from '../../ui/form/RadioCards.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { WalletFault, WalletType } from './findWalletFault.ts';

type WalletTypeChoiceProps = {
  readonly walletType: WalletType;
  readonly exchange: string;
  readonly fault: WalletFault | null;
  readonly onWalletType: (walletType: WalletType) => void;
  readonly onExchange: (exchange: string) => void;
};

/** Asks "Where is this wallet?", and for an exchange account at which exchange. Nothing is preselected. */
export function WalletTypeChoice({ walletType, exchange, fault, onWalletType, onExchange }: WalletTypeChoiceProps) {
  return (
    <div className="stack section">
      <RadioCards
        label={text('submitAddress.where')}
        value={walletType}
        onChange={(chosen) => onWalletType(chosen as WalletType)}
        error={fault === 'wallet_type_missing' && text('error.wallet_type_missing')}
        choices={[
          {
            value: 'self_hosted',
            title: text('submitAddress.self_hosted'),
            detail: text('submitAddress.self_hosted_detail'),
          },
          { value: 'exchange', title: text('submitAddress.exchange'), detail: text('submitAddress.exchange_detail') },
        ]}
      />
      {walletType === 'exchange' && (
        <ExchangeField
          value={exchange}
          error={fault === 'exchange_missing' ? text('error.exchange_missing') : undefined}
          onChange={onExchange}
        />
      )}
    </div>
  );
}

type ExchangeFieldProps = {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (exchange: string) => void;
};

function ExchangeField({ value, error, onChange }: ExchangeFieldProps) {
  const exchanges = useQuery({
    queryKey: ['travelExchangeList'],
    queryFn: ({ signal }) => call('travelExchangeList', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (exchanges.isError && !exchanges.isFetching) {
    return (
      <EmptyState
        message={errorText(exchanges.error)}
        action={text('ui.try_again')}
        onAction={() => void exchanges.refetch()}
      />
    );
  }
  if (!exchanges.data) return <Skeleton height={60} />;
  return (
    <SelectField
      label={text('submitAddress.exchange')}
      value={value}
      placeholder={text('submitAddress.choose_exchange')}
      error={error}
      onChange={onChange}
      // Stores the name, because travel-rule reports use it.
      options={exchanges.data.map(({ id, name }) => ({
        value: name,
        label: findText(`submitAddress.exchange_${id}`) ?? name,
      }))}
    />
  );
}
