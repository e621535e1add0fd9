import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { getPayMethodTraits } from '@slipway/contract/entities/payMethods.ts';
import './receipt.css';
import { formatMethodName } from '../../i18n/methodName.ts';
import { RichText } from '../../i18n/RichText.tsx';
import { findText, text } from '../../i18n/text.ts';
import { AddressText } from '../../ui/address/AddressText.tsx';
import { AmountText } from '../../ui/amount/AmountText.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Card } from '../../ui/page/Page.tsx';
import { type RowItem, Rows } from '../../ui/rows/Rows.tsx';
import { SaveAddressLink } from '../addressBook/SaveAddressLink.tsx';
import { buildMoneyRows } from './buildMoneyRows.tsx';
import { isGivenUp, isPaidFor } from './orderStatuses.ts';
import { ReceiptFiles } from './ReceiptFiles.tsx';

/** Shows the order's amounts, fees and reference data. */
export function Receipt({ order }: { readonly order: OrderDetail }) {
  const rows = buildMoneyRows(order);
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
        <Rows items={buildFactRows(order)} />
        <p className="receipt-label">{text('order.to')}</p>
        <AddressText address={order.address} />
        {hasOwnReceipt(order) && (
          <>
            <SaveAddressLink order={order} />
            <hr />
            <ReceiptFiles orderNo={order.orderNo} />
          </>
        )}
      </div>
    </Card>
  );
}

/** Returns true if the operator issues the receipt: it took the payment itself, and the crypto is delivered. */
function hasOwnReceipt({ provider, status }: OrderDetail): boolean {
  return provider === null && status === 'delivered';
}

function buildFactRows(order: OrderDetail): RowItem[] {
  return [
    { label: text('order.ordered'), value: isGivenUp(order) ? renderOrdered(order) : null },
    {
      label: text(isPaidFor(order) ? 'order.paid_with' : 'edit.payment_method'),
      value: formatPaymentMethod(order),
    },
    { label: text('order.number'), value: <OrderNumber orderNo={order.orderNo} /> },
  ];
}

function renderOrdered({ getCurrencyAmount, symbol, sendCurrency, sendCurrencyAmount, estimate }: OrderDetail) {
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

/** Shows the order number unabbreviated, so that the copied text equals the text shown. */
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

/** Returns `Visa ·· 4242`, for a wallet `Google Pay, Visa ·· 4242`, else the name of the payment method. */
export function formatPaymentMethod({ card, payMethod }: Pick<OrderDetail, 'card' | 'payMethod'>): string {
  const method = formatMethodName(payMethod);
  if (!card) return method;
  const shown = text('card.short', { brand: findText(`brand.${card.brand}`) ?? card.brand, last4: card.last4 });
  return getPayMethodTraits(payMethod).wallet ? text('order.method_and_card', { method, card: shown }) : shown;
}
