import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { getPayMethodTraits } from '@slipway/contract/entities/payMethods.ts';
import { isZero } from '@slipway/money/orderFigures.ts';
import Info from 'lucide-react/icons/info';
import { RichText } from '../../i18n/RichText.tsx';
import { AmountText } from '../../ui/amount/AmountText.tsx';
import { Note } from '../../ui/Note.tsx';
import { computeTransferFigures, hasSurplus } from './computeTransferFigures.ts';

/** Shown if the buyer transferred too much: the order continues and the surplus is returned. */
export function SurplusNote({ order }: { readonly order: OrderDetail }) {
  const figures = computeTransferFigures(order);
  if (getPayMethodTraits(order.payMethod).money === 'held' || !hasSurplus(figures)) return null;
  return (
    <Note icon={<Info size={18} strokeWidth={2.1} aria-hidden="true" />}>
      <RichText
        of={isZero(figures.toSendBack) ? 'order.surplus_returned' : 'order.surplus'}
        with={{ surplus: <AmountText amount={figures.surplus} code={order.sendCurrency} /> }}
      />
    </Note>
  );
}
