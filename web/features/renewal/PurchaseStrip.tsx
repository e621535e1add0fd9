import type { CallData } from '@slipway/contract/calls.ts';
import { add, formatDecimal, parseDecimal } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { RichText } from '../../i18n/RichText.tsx';
import { text } from '../../i18n/text.ts';
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
  /** No quote is coming: what was asked for stands alone, without a countdown. */
  readonly stopped?: boolean;
  /** The countdown is elsewhere on the screen. */
  readonly silent?: boolean;
};

/** What the buyer gets, on which network, for how much, with the quote's countdown. */
export function PurchaseStrip(props: PurchaseStripProps) {
  const { amounts, crypto, secondsLeft, estimate = false, stopped = false, silent = stopped } = props;
  const symbol = crypto?.symbol ?? amounts.getCurrency;
  // A link may begin a purchase with one amount: the other one comes with the first quote.
  const quoted = amounts.getCurrencyAmount !== '' && amounts.sendCurrencyAmount !== '';
  return (
    <>
      <OrderStrip
        picture={<Coin src={crypto?.imgUrl ?? ''} symbol={symbol} size={36} />}
        title={
          amounts.getCurrencyAmount !== '' && (quoted || stopped) ? (
            <AmountText amount={amounts.getCurrencyAmount} code={symbol} />
          ) : stopped ? (
            symbol
          ) : (
            <Skeleton width={120} height={20} />
          )
        }
        detail={(quoted || stopped) && <StripDetail amounts={amounts} crypto={crypto} estimate={estimate && quoted} />}
        aside={silent ? undefined : <QuoteCountdown secondsLeft={secondsLeft} />}
      />
      <RenewalNews amounts={amounts} symbol={symbol} />
    </>
  );
}

type StripDetailProps = Pick<PurchaseStripProps, 'amounts' | 'crypto'> & { readonly estimate: boolean };

/** On which network, for how much as far as that is known. */
function StripDetail({ amounts, crypto, estimate }: StripDetailProps) {
  const network = crypto?.networkName ?? '';
  const { sendCurrency, sendCurrencyAmount } = amounts;
  if (sendCurrencyAmount === '') return <>{text('purchase.on_network', { network })}</>;
  // As the currency is written, also before a quote has said so.
  const noughts = { coefficient: 0n, scale: fiatAsset(sendCurrency).decimals };
  const amount = formatDecimal(add(parseDecimal(sendCurrencyAmount), noughts));
  return (
    <RichText
      of={estimate ? 'purchase.estimate_on_network_for' : 'purchase.on_network_for'}
      with={{
        network,
        amount: <AmountText amount={amount} code={sendCurrency} />,
      }}
    />
  );
}
