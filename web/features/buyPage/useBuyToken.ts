import { useState } from 'react';
import type { BuyQuery } from './buyQuery.ts';
import { currentToken, isUnsold, type Token } from './buyRules.ts';
import { useTokenInfo, useTokens } from './tokenQueries.ts';

export type BuyToken = {
  readonly currency: string;
  /** It came with the link, and no other can be picked. */
  readonly fixed: boolean;
  /** The link proposes one that is not sold: another one stands in, and nothing that the link says is of it. */
  readonly proposalUnsold: boolean;
  /** What it is and its limits, as they are fetched. */
  readonly query: ReturnType<typeof useTokenInfo>;
  /** Its entry in the list, with its network. */
  readonly listed: Token | undefined;
  /** Every crypto that can be picked; undefined while they are on their way. */
  readonly tokens: readonly Token[] | undefined;
  readonly choose: (currency: string) => void;
};

/** The crypto that the page sells now. */
export function useBuyToken({ getCurrency, defaultGetCurrency }: BuyQuery): BuyToken {
  const [chosen, choose] = useState(defaultGetCurrency);
  const tokens = useTokens().data;
  const currency = currentToken(getCurrency, chosen, tokens);
  return {
    currency,
    fixed: getCurrency !== '',
    proposalUnsold: tokens !== undefined && getCurrency === '' && isUnsold(defaultGetCurrency, tokens),
    query: useTokenInfo(currency),
    listed: tokens?.find((token) => token.currency === currency),
    tokens,
    choose,
  };
}
