import { Link } from '@tanstack/react-router';
import { Card } from '../../parts/Card.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Money } from '../../parts/Money.tsx';
import { OrderNumber } from '../../parts/OrderNumber.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/Time.tsx';
import type { Buyer } from './BuyerScreen.tsx';

export function Orders({ buyer: { id, orders, orderCount } }: { readonly buyer: Buyer }) {
  return (
    <Card
      title="Orders"
      count={orderCount}
      flush
      aside={
        orderCount > orders.length && (
          <Link to="/orders" search={{ q: id }}>
            All of them
          </Link>
        )
      }
    >
      {orders.length === 0 && <Empty>Nothing was ordered yet.</Empty>}
      <ul className="buyer-rows">
        {orders.map(({ orderNo, status, since, pays, gets }) => (
          <li key={orderNo}>
            <Link to="/orders/$no/{-$tab}" params={{ no: orderNo }}>
              <OrderNumber orderNo={orderNo} short />
            </Link>
            <Tag small>{status.replaceAll('_', ' ')}</Tag>
            <span className="buyer-end">
              <Money amount={pays.amount} code={pays.unit} /> for {gets}
            </span>
            <Time iso={since} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function Letters({ letters }: Pick<Buyer, 'letters'>) {
  return (
    <Card title="Letters" aside="of the last 30 days, about the orders above and the account" flush>
      {letters.length === 0 && <Empty>None is kept.</Empty>}
      <ul className="buyer-rows">
        {letters.map(({ orderNo, about, sentAt }) => (
          <li key={`${orderNo} ${about} ${sentAt}`}>
            {orderNo === null ? <span>Account</span> : <OrderNumber orderNo={orderNo} short />}
            <span>{about.replaceAll('_', ' ')}</span>
            <span className="buyer-end">{sentAt === null ? 'waits to be sent' : <Time iso={sentAt} />}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function Linked({ linked }: Pick<Buyer, 'linked'>) {
  return (
    <Card title="Linked accounts" count={linked.length} flush>
      {linked.length === 0 && <Empty>No other account has the same mail, document, card or address.</Empty>}
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
            <span className="buyer-end second">by {by.join(', ')}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const REVIEW_TONES = { open: 'warn', approved: 'good', refused: 'bad' } as const;

export function Questions({ reviews }: Pick<Buyer, 'reviews'>) {
  return (
    <Card title="Reviews" count={reviews.length} flush>
      {reviews.length === 0 && <Empty>No person was asked about this buyer.</Empty>}
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
