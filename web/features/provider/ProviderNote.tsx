import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import '../order/orderHelp.css';
import { text } from '../../i18n/text.ts';
import { Note } from '../../ui/Note.tsx';
import { parseWebPage } from './providerStep.ts';

/** Explains that another provider is responsible for the money and crypto of this order, and whom to contact. */
export function ProviderNote({ provider }: Pick<OrderDetail, 'provider'>) {
  if (!provider) return null;
  const { name, worseAtCheckout } = provider;
  const help = parseWebPage(provider.supportUrl);
  return (
    <div>
      {worseAtCheckout && (
        <Note tone="warn" icon={<TriangleAlert size={18} strokeWidth={2.1} aria-hidden="true" />}>
          {text('order.provider_worse', { name })}
        </Note>
      )}
      <Note icon={<Info size={18} strokeWidth={2.1} aria-hidden="true" />}>{text('order.provider', { name })}</Note>
      {help && (
        <a className="order-help" href={help.href} target="_blank" rel="noreferrer">
          {text('order.provider_help', { name })}
          <ArrowUpRight size={16} strokeWidth={2.2} aria-hidden="true" />
        </a>
      )}
    </div>
  );
}
