import { shortenAddress } from '@slipway/look/formatAddress.ts';
import { RichText } from '../../i18n/RichText.tsx';
import { AmountText } from '../../ui/amount/AmountText.tsx';
import { Coin } from '../../ui/picture/Picture.tsx';
import { OrderStrip } from '../../ui/rows/OrderStrip.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { Checkout } from './checkoutStep.ts';
import '@slipway/look/styles/monoFont.css';

type CheckoutStripProps = {
  /** Undefined while loading. */
  readonly checkout: Checkout | undefined;
  readonly coinImage: string;
};

/** Shows the amount to pay, the amount to receive and the address. */
export function CheckoutStrip({ checkout, coinImage }: CheckoutStripProps) {
  if (!checkout) {
    return (
      <OrderStrip
        picture={<Skeleton width={36} height={36} round />}
        title={<Skeleton width="80%" height={16} />}
        detail={<Skeleton width="50%" height={12} />}
      />
    );
  }
  const { sendCurrencyAmount, sendCurrency, getCurrencyAmount, symbol, address } = checkout;
  return (
    <OrderStrip
      picture={<Coin src={coinImage} symbol={symbol} size={36} />}
      title={
        <RichText
          of="payment.pay_for_get"
          with={{
            pay: <AmountText amount={sendCurrencyAmount} code={sendCurrency} />,
            get: <AmountText amount={getCurrencyAmount} code={symbol} />,
          }}
        />
      }
      detail={
        <RichText
          of="payment.to_address"
          with={{
            address: (
              <span className="mono" translate="no">
                {shortenAddress(address)}
              </span>
            ),
          }}
        />
      }
    />
  );
}
