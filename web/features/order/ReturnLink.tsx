import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { text } from '../../i18n/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { returnPlace } from '../provider/nextStep.ts';
import { isOver } from './orderStatuses.ts';

type ReturnLinkProps = {
  readonly order: Pick<OrderDetail, 'returnTo' | 'status'>;
  readonly kind?: 'filled' | 'ghost';
};

/** Back to the site that brought the buyer, once the order moves no more. The server has looked whether it may. */
export function ReturnLink({ order: { returnTo, status }, kind = 'ghost' }: ReturnLinkProps) {
  const page = returnTo && returnPlace(returnTo.url);
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
