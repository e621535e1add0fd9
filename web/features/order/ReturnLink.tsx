import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { text } from '../../i18n/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { parseReturnTarget } from '../provider/providerStep.ts';
import { isOver } from './orderStatuses.ts';

type ReturnLinkProps = {
  readonly order: Pick<OrderDetail, 'returnTo' | 'status'>;
  readonly kind?: 'filled' | 'ghost';
};

/** Links back to the partner's site once the order is over. The server has checked that the URL is allowed. */
export function ReturnLink({ order: { returnTo, status }, kind = 'ghost' }: ReturnLinkProps) {
  const page = returnTo && parseReturnTarget(returnTo.url);
  if (!page || !isOver(status)) return null;
  return (
    <ButtonLink
      leaves="this_tab"
      kind={kind}
      href={page.href}
      icon={<ArrowUpRight size={18} strokeWidth={2.2} aria-hidden="true" />}
    >
      {text('order.return_to', { name: returnTo.name })}
    </ButtonLink>
  );
}
