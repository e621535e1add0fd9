import { Card } from '../../parts/Card.tsx';
import { LoadErrorNote } from '../../parts/LoadErrorNote.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { KeyValues } from '../../parts/values/KeyValues.tsx';
import { Money } from '../../parts/values/Money.tsx';
import { OrderNumber } from '../../parts/values/OrderNumber.tsx';
import { formatCodeAsLabel, formatPayMethod, getStatusTone } from '../../screens/orders/orderLabels.ts';
import { useMemberQuery } from '../api/memberCall.ts';
import { PathLink } from '../app/navigation.tsx';
import { PageHead } from '../app/PageHead.tsx';

/** One order, with the facts that the partner's server reads too. */
export function OrderScreen({ id }: { readonly id: string }) {
  const { data, isError, isPending, error, refetch } = useMemberQuery('order', { orderNo: id });
  return (
    <>
      <PageHead title="Order" above={<PathLink to="orders">Orders</PathLink>} lead={<OrderNumber orderNo={id} />} />
      {isError && <LoadErrorNote onRetry={() => void refetch()}>{error.message}</LoadErrorNote>}
      {isPending && <Skeleton rows={8} />}
      {data && (
        <Card label="Order">
          <KeyValues
            rows={[
              {
                label: 'Status',
                value: <Tag tone={getStatusTone(data.status)}>{formatCodeAsLabel(data.status)}</Tag>,
              },
              { label: 'Created', value: <Time iso={data.createdAt} /> },
              { label: 'Buyer pays', value: <Money amount={data.sendCurrencyAmount} code={data.sendCurrency} /> },
              { label: 'Buyer gets', value: <Money amount={data.getCurrencyAmount} code={data.getCurrency} /> },
              { label: 'Network', value: data.network },
              { label: 'Method', value: formatPayMethod(data.payMethod) },
              { label: 'Received so far', value: <Money amount={data.paidAmount} code={data.sendCurrency} /> },
              { label: 'Refunded so far', value: <Money amount={data.refundedAmount} code={data.sendCurrency} /> },
              {
                label: 'Your share',
                value: data.share ? <Money amount={data.share.amount} code={data.share.unit} /> : '–',
              },
              { label: 'Payment differs', value: formatCodeAsLabel(data.exception) },
              { label: 'Dispute', value: formatCodeAsLabel(data.dispute) },
              { label: 'Your reference', value: data.reference || '–' },
              {
                label: 'Session',
                value: (
                  <span className="mono" translate="no">
                    {data.sessionId || '–'}
                  </span>
                ),
              },
              {
                label: 'Transaction',
                value: (
                  <span className="mono" translate="no">
                    {data.transactionId ?? '–'}
                  </span>
                ),
              },
            ]}
          />
        </Card>
      )}
    </>
  );
}
