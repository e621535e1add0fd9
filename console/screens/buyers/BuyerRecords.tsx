import { Link } from '@tanstack/react-router';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { Money } from '../../parts/values/Money.tsx';
import { OrderNumber } from '../../parts/values/OrderNumber.tsx';
import type { Buyer } from './BuyerScreen.tsx';

export function BuyerOrders({ buyer: { id, orders, orderCount } }: { readonly buyer: Buyer }) {
  return (
    <Card
      title="Orders"
      count={orderCount}
      flush
      aside={
        orderCount > orders.length && (
          <Link to="/orders" search={{ q: id }}>
            View all
          </Link>
        )
      }
    >
      {orders.length === 0 && <EmptyState>No orders yet.</EmptyState>}
      <ul className="buyer-rows">
        {orders.map(({ orderNo, status, since, payAmount, crypto }) => (
          <li key={orderNo}>
            <Link to="/orders/$no/{-$tab}" params={{ no: orderNo }}>
              <OrderNumber orderNo={orderNo} short />
            </Link>
            <Tag small>{status.replaceAll('_', ' ')}</Tag>
            <span className="buyer-end">
              <Money amount={payAmount.amount} code={payAmount.unit} /> for {crypto}
            </span>
            <Time iso={since} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function BuyerEmails({ emails }: Pick<Buyer, 'emails'>) {
  return (
    <Card title="Emails" aside="last 30 days, about the orders above and the account" flush>
      {emails.length === 0 && <EmptyState>No emails.</EmptyState>}
      <ul className="buyer-rows">
        {emails.map(({ orderNo, about, sentAt }) => (
          <li key={`${orderNo} ${about} ${sentAt}`}>
            {orderNo === null ? <span>Account</span> : <OrderNumber orderNo={orderNo} short />}
            <span>{about.replaceAll('_', ' ')}</span>
            <span className="buyer-end">{sentAt === null ? 'queued' : <Time iso={sentAt} />}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function LinkedAccounts({ linked }: Pick<Buyer, 'linked'>) {
  return (
    <Card title="Linked accounts" count={linked.length} flush>
      {linked.length === 0 && <EmptyState>No other account has the same email, document, card or address.</EmptyState>}
      <ul className="buyer-rows">
        {linked.map(({ id, name, by, isBlocked }) => (
          <li key={id}>
            <Link to="/buyers/$id" params={{ id }}>
              {name ?? id}
            </Link>
            {isBlocked && (
              <Tag small tone="bad">
                blocked
              </Tag>
            )}
            <span className="buyer-end second">same {by.join(', ')}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const REVIEW_TONES = { open: 'warn', approved: 'good', refused: 'bad' } as const;

export function BuyerReviews({ reviews }: Pick<Buyer, 'reviews'>) {
  return (
    <Card title="Reviews" count={reviews.length} flush>
      {reviews.length === 0 && <EmptyState>No reviews of this buyer.</EmptyState>}
      <ul className="buyer-rows">
        {reviews.map(({ id, question, status, decidedAt, openedAt }) => (
          <li key={id}>
            <Link to="/reviews/{-$id}" params={{ id }}>
              {question}
            </Link>
            <Tag small tone={REVIEW_TONES[status as keyof typeof REVIEW_TONES]}>
              {status}
            </Tag>
            <span className="buyer-end">
              <Time iso={decidedAt ?? openedAt} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
