import type { CallData } from '@slipway/contract/calls.ts';
import { RichText } from '../../i18n/RichText.tsx';
import { AmountText } from '../../ui/AmountText.tsx';
import { OrderStrip } from '../../ui/OrderStrip.tsx';
import { Coin } from '../../ui/Picture.tsx';
import { QuoteCountdown } from '../../ui/QuoteCountdown.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { RenewalNews } from './RenewalNews.tsx';
import type { ShownAmounts } from './renewQuote.ts';

export type Crypto = CallData<'getList'>[number];

type PurchaseStripProps = {
  readonly amounts: ShownAmounts;
  /** Undefined while the list is on its way. */
  readonly crypto: Crypto | undefined;
  /** null while the quote is being renewed. */
  readonly secondsLeft: number | null;
  /** What is got is priced later. */
  readonly estimate?: boolean;
  /** No quote is coming: no countdown. */
  readonly stopped?: boolean;
};

/** What the buyer gets, on which network, for how much, with the quote's countdown. */
export function PurchaseStrip({ amounts, crypto, secondsLeft, estimate = false, stopped = false }: PurchaseStripProps) {
  const symbol = crypto?.symbol ?? amounts.getCurrency;
  // A link may begin a purchase with one amount: the other one comes with the first quote.
  const quoted = amounts.getCurrencyAmount !== '' && amounts.sendCurrencyAmount !== '';
  return (
    <>
      <OrderStrip
        picture={<Coin src={crypto?.imgUrl ?? ''} symbol={symbol} size={36} />}
        title={
          quoted ? (
            <AmountText amount={amounts.getCurrencyAmount} code={symbol} />
          ) : (
            <Skeleton width={120} height={20} />
          )
        }
        detail={
          quoted && (
            <RichText
              of={estimate ? 'purchase.estimate_on_network_for' : 'purchase.on_network_for'}
              with={{
                network: crypto?.networkName ?? '',
                amount: <AmountText amount={amounts.sendCurrencyAmount} code={amounts.sendCurrency} />,
              }}
            />
          )
        }
        aside={stopped ? undefined : <QuoteCountdown secondsLeft={secondsLeft} />}
      />
      <RenewalNews amounts={amounts} symbol={symbol} />
    </>
  );
}
