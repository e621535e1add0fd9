import '../../ui/iconButton.css';
import './orderHelp.css';
import LifeBuoy from 'lucide-react/icons/life-buoy';
import { text } from '../../i18n/text.ts';

type OrderHelpProps = { readonly orderNo: string };

/** Returns a mailto link to the operator's support with the order number. */
function buildHelpLink(orderNo: string): string {
  const subject = `${text('order.number')} ${orderNo}`;
  return `mailto:${text('operator.support_email')}?subject=${encodeURIComponent(subject)}`;
}

/** Text link, next to the problem it is about. */
export function OrderHelpLink({ orderNo }: OrderHelpProps) {
  return (
    <a className="order-help" href={buildHelpLink(orderNo)}>
      <LifeBuoy size={18} strokeWidth={2.1} aria-hidden="true" />
      {text('order.help')}
    </a>
  );
}

/** Icon for the top bar. */
export function OrderHelpIcon({ orderNo }: OrderHelpProps) {
  return (
    <a className="icon-button order-help-icon" href={buildHelpLink(orderNo)} aria-label={text('order.help')}>
      <LifeBuoy size={22} strokeWidth={1.9} aria-hidden="true" />
    </a>
  );
}
