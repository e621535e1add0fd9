import type { CallData } from '@slipway/contract/calls.ts';
import { add, formatDecimal, parseDecimal } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { RichText } from '../../i18n/RichText.tsx';
import { text } from '../../i18n/text.ts';
import { AmountText } from '../../ui/amount/AmountText.tsx';
import { Coin } from '../../ui/picture/Picture.tsx';
import { QuoteCountdown } from '../../ui/progress/QuoteCountdown.tsx';
import { OrderStrip } from '../../ui/rows/OrderStrip.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { RenewalAnnouncement } from './RenewalAnnouncement.tsx';
import type { ShownAmounts } from './renewQuote.ts';

export type Crypto = CallData<'getList'>[number];

type PurchaseStripProps = {
  readonly amounts: ShownAmounts;
  /** Undefined while the list is loading. */
  readonly crypto: Crypto | undefined;
  /** null while the quote is being renewed. */
  readonly secondsLeft: number | null;
  /** The amount received is an estimate; the price is set later. */
  readonly estimate?: boolean;
  /** No quote is coming: shows the requested amounts without a countdown. */
  readonly stopped?: boolean;
  /** The countdown is shown elsewhere on the screen. */
  readonly silent?: boolean;
};

/** Shows the amount received, its network and the amount paid, with the quote's countdown. */
export function PurchaseStrip(props: PurchaseStripProps) {
  const { amounts, crypto, secondsLeft, estimate = false, stopped = false, silent = stopped } = props;
  const symbol = crypto?.symbol ?? amounts.getCurrency;
  // A link may start a purchase with one amount; the other one comes with the first quote.
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
      <RenewalAnnouncement amounts={amounts} symbol={symbol} />
    </>
  );
}

type StripDetailProps = Pick<PurchaseStripProps, 'amounts' | 'crypto'> & { readonly estimate: boolean };

/** Shows the network, and the amount paid if known. */
function StripDetail({ amounts, crypto, estimate }: StripDetailProps) {
  const network = crypto?.networkName ?? '';
  const { sendCurrency, sendCurrencyAmount } = amounts;
  if (sendCurrencyAmount === '') return <>{text('purchase.on_network', { network })}</>;
  // Uses the currency's decimals, also before a quote has provided an amount.
  const zero = { coefficient: 0n, scale: fiatAsset(sendCurrency).decimals };
  const amount = formatDecimal(add(parseDecimal(sendCurrencyAmount), zero));
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
