import './getWallet.css';
import { useQuery } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { call } from '../../api/call.ts';
import { text } from '../../i18n/text.ts';

type WalletAdviceProps = {
  readonly getCurrency: string;
  readonly symbol: string;
  /** '' while loading. */
  readonly networkName: string;
};

/** Explains how to get a wallet, for buyers without a saved address for this crypto. */
export function WalletAdvice({ getCurrency, symbol, networkName }: WalletAdviceProps) {
  const { data } = useQuery({
    queryKey: ['isCreateWallet', getCurrency],
    queryFn: ({ signal }) => call('isCreateWallet', { getCurrency }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (data?.isCreateWallet !== '1' || networkName === '') return null;
  return (
    <details className="get-wallet">
      <summary>
        {text('getWallet.question')}
        <ChevronDown size={18} strokeWidth={2.2} aria-hidden="true" />
      </summary>
      <ol>
        <li>{text('getWallet.choose', { symbol, network: networkName })}</li>
        <li>{text('getWallet.keep')}</li>
        <li>{text('getWallet.copy', { symbol, network: networkName })}</li>
      </ol>
    </details>
  );
}
