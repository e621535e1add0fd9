import { Card } from '../../parts/Card.tsx';
import { ReceivedAmountBar } from '../../parts/charts/ReceivedAmountBar.tsx';
import { formatGroupedDecimal } from '../../parts/values/formatGroupedDecimal.ts';
import { Money } from '../../parts/values/Money.tsx';
import type { OrderPage } from './OrderScreen.tsx';

/** The received, refunded and retained amounts; the database refuses a refund or payout above the free amount. */
export function ReceivedAmountCard({ claims }: { readonly claims: OrderPage['claims'] }) {
  const { received, kept, free, sent, disputed, refunded, clawedBack, refundInProgress, lost } = claims;
  const share = ({ amount }: { readonly amount: string }) => Math.max(0, Number(amount));
  const freeAmount = `${formatGroupedDecimal(free.amount)} ${free.unit}`;
  const retainedLabel =
    share(free) > 0
      ? `${freeAmount} available for a refund or a payout`
      : `Retained ${formatGroupedDecimal(kept.amount)} ${kept.unit}: nothing is available for a refund or a payout`;
  const columns = [
    ['Received', received],
    ['Refunded', refunded],
    ['Charged back', clawedBack],
    ['Retained', kept],
    ['Sent', sent],
    ['Recalled by bank', disputed],
    ...(share(refundInProgress) > 0 ? ([['Refund in progress', refundInProgress]] as const) : []),
    ...(share(lost) > 0 ? ([['Lost', lost]] as const) : []),
  ] as const;
  return (
    <Card title="Balance on this order" aside={<span className="second">refunds and payouts cannot exceed it</span>}>
      {share(received) > 0 ? (
        <ReceivedAmountBar
          gone={share(received) - share(kept)}
          retained={share(kept)}
          retainedLabel={retainedLabel}
          label={`Of ${formatGroupedDecimal(received.amount)} ${received.unit} received, ${formatGroupedDecimal(kept.amount)} are retained. ${retainedLabel}.`}
        />
      ) : (
        <p className="second">Nothing received yet.</p>
      )}
      <dl className="order-claims">
        {columns.map(([label, { amount, unit }]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Money amount={amount} code={unit} size="strong" />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
