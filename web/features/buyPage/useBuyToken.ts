import { useState } from 'react';
import type { BuyQuery } from './buyQuery.ts';
import { chooseCrypto, isNotForSale, type Token } from './buyRules.ts';
import { useTokenInfo, useTokens } from './tokenQueries.ts';

export type BuyToken = {
  readonly currency: string;
  /** Given by the link; no other crypto can be picked. */
  readonly fixed: boolean;
  /**
   * The link proposes a crypto that is not for sale: another one is used, and the link's other parameters do not apply
   * to it.
   */
  readonly proposalUnsold: boolean;
  /** Query for the details and limits of the crypto. */
  readonly query: ReturnType<typeof useTokenInfo>;
  /** Entry of the crypto in the list, with its network. */
  readonly listed: Token | undefined;
  /** All cryptos that can be picked; undefined while loading. */
  readonly tokens: readonly Token[] | undefined;
  readonly choose: (currency: string) => void;
};

/** Provides the crypto that the page currently sells. */
export function useBuyToken({ getCurrency, defaultGetCurrency }: BuyQuery): BuyToken {
  const [chosen, choose] = useState(defaultGetCurrency);
  const tokens = useTokens().data;
  const currency = chooseCrypto(getCurrency, chosen, tokens);
  return {
    currency,
    fixed: getCurrency !== '',
    proposalUnsold: tokens !== undefined && getCurrency === '' && isNotForSale(defaultGetCurrency, tokens),
    query: useTokenInfo(currency),
    listed: tokens?.find((token) => token.currency === currency),
    tokens,
    choose,
  };
}
