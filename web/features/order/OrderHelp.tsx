import '../../ui/iconButton.css';
import './orderHelp.css';
import LifeBuoy from 'lucide-react/icons/life-buoy';
import { text } from '../../i18n/text.ts';

type OrderHelpProps = { readonly orderNo: string };

/** A mail to the operator's support that names the order. */
function helpAddress(orderNo: string): string {
  const subject = `${text('order.number')} ${orderNo}`;
  return `mailto:${text('operator.support_email')}?subject=${encodeURIComponent(subject)}`;
}

/** In words, beside what raises the question. */
export function OrderHelpLink({ orderNo }: OrderHelpProps) {
  return (
    <a className="order-help" href={helpAddress(orderNo)}>
      <LifeBuoy size={18} strokeWidth={2.1} aria-hidden="true" />
      {text('order.help')}
    </a>
  );
}

/** A lifebuoy alone, for the bar. */
export function OrderHelpIcon({ orderNo }: OrderHelpProps) {
  return (
    <a className="icon-button order-help-icon" href={helpAddress(orderNo)} aria-label={text('order.help')}>
      <LifeBuoy size={22} strokeWidth={1.9} aria-hidden="true" />
    </a>
  );
}
