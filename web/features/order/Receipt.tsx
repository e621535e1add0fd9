import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { traitsOf } from '@slipway/contract/entities/payMethods.ts';
import './receipt.css';
import { methodName } from '../../i18n/methodName.ts';
import { RichText } from '../../i18n/RichText.tsx';
import { text, textIfAny } from '../../i18n/text.ts';
import { AddressText } from '../../ui/AddressText.tsx';
import { AmountText } from '../../ui/AmountText.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Card } from '../../ui/Page.tsx';
import { type RowItem, Rows } from '../../ui/Rows.tsx';
import { KeepAddress } from '../addressBook/KeepAddress.tsx';
import { moneyRows } from './moneyRows.tsx';
import { isGivenUp, isPaidFor } from './orderStatuses.ts';
import { ReceiptFiles } from './ReceiptFiles.tsx';

/** What an order costs and brings, and by which facts it is known. */
export function Receipt({ order }: { readonly order: OrderDetail }) {
  const rows = moneyRows(order);
  return (
    <Card>
      <div className="receipt">
        <h2>{text(isPaidFor(order) ? 'order.receipt' : 'order.amounts')}</h2>
        {rows.length > 0 && (
          <>
            <Rows items={rows} />
            <hr />
          </>
        )}
        <Rows items={factRows(order)} />
        <p className="receipt-label">{text('order.to')}</p>
        <AddressText address={order.address} />
        {isReceiptOurs(order) && (
          <>
            <KeepAddress order={order} />
            <hr />
            <ReceiptFiles orderNo={order.orderNo} />
          </>
        )}
      </div>
    </Card>
  );
}

/** Who took the money writes the receipt, once the coins have arrived. */
function isReceiptOurs({ provider, status }: OrderDetail): boolean {
  return provider === null && status === 'delivered';
}

function factRows(order: OrderDetail): RowItem[] {
  return [
    { label: text('order.ordered'), value: isGivenUp(order) ? orderedText(order) : null },
    {
      label: text(isPaidFor(order) ? 'order.paid_with' : 'edit.payment_method'),
      value: paidWith(order),
    },
    { label: text('order.number'), value: <OrderNumber orderNo={order.orderNo} /> },
  ];
}

function orderedText({ getCurrencyAmount, symbol, sendCurrency, sendCurrencyAmount, estimate }: OrderDetail) {
  return (
    <RichText
      of={estimate ? 'order.ordered_estimate' : 'order.ordered_for'}
      with={{
        get: <AmountText amount={getCurrencyAmount} code={symbol} />,
        pay: <AmountText amount={sendCurrencyAmount} code={sendCurrency} />,
      }}
    />
  );
}

/** In full: what is copied is what is shown. */
export function OrderNumber({ orderNo }: { readonly orderNo: string }) {
  return (
    <span className="order-number">
      <span className="mono" translate="no">
        {orderNo}
      </span>
      <CopyButton value={orderNo} label={text('order.copy_number')} />
    </span>
  );
}

/** `Visa ·· 4242`, out of a wallet `Google Pay, Visa ·· 4242`, or the name of the method. */
export function paidWith({ card, payMethod }: Pick<OrderDetail, 'card' | 'payMethod'>): string {
  const method = methodName(payMethod);
  if (!card) return method;
  const shown = text('card.short', { brand: textIfAny(`brand.${card.brand}`) ?? card.brand, last4: card.last4 });
  return traitsOf(payMethod).wallet ? text('order.method_and_card', { method, card: shown }) : shown;
}
