import '@slipway/look/styles/monoFont.css';
import './orderNumber.css';
import { CopyButton } from './CopyButton.tsx';
import { splitOrderNumber } from './splitOrderNumber.ts';

type OrderNumberProps = {
  readonly orderNo: string;
  /** The first groups and an ellipsis, for lists, without a copy button. */
  readonly short?: boolean;
};

export function OrderNumber({ orderNo, short = false }: OrderNumberProps) {
  const groups = splitOrderNumber(orderNo);
  if (short) {
    return (
      <span className="order-number mono" translate="no" title={orderNo}>
        {groups.slice(0, 2).join(' ')}
        {groups.length > 2 && ' …'}
      </span>
    );
  }
  return (
    <span className="order-number">
      <span className="order-groups mono" translate="no">
        {groups.map((group, index) => (
          <span key={index}>{group}</span>
        ))}
      </span>
      <CopyButton value={orderNo} label="Copy order number" />
    </span>
  );
}
