import './receipt.css';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { text } from '../../i18n/text.ts';
import { Card } from '../../ui/page/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Receipt } from './Receipt.tsx';

/** Second column of the card pages: the order's amounts, fees and address. Desktops only. */
export function CheckoutAside({ orderNo }: { readonly orderNo: string }) {
  // The amounts are fixed until the card is charged, so the order is not refetched here.
  const { data, isError } = useQuery({
    queryKey: ['orderDetail', orderNo],
    queryFn: ({ signal }) => call('orderDetail', { orderNo }, { signal }),
    enabled: orderNo !== '',
  });
  if (data && 'timeline' in data) return <Receipt order={data} />;
  if (data || isError) return null;
  return (
    <Card>
      <div className="receipt" aria-busy="true">
        <h2>{text('order.amounts')}</h2>
        <output className="unseen">{text('ui.loading')}</output>
        <Skeleton height={340} />
      </div>
    </Card>
  );
}
