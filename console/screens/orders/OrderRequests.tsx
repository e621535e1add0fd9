import { Card } from '../../parts/Card.tsx';
import { AnswerCard } from '../../person/AnswerCard.tsx';
import { requestTitle } from '../people/requestTitle.ts';
import type { OrderPage } from './OrderScreen.tsx';

/** What was asked for about the order, and waits for a second person. */
export function OrderRequests({ page: { requests, ways } }: { readonly page: OrderPage }) {
  const waiting = requests.filter(({ status }) => status === 'waiting');
  if (waiting.length === 0) return null;
  return (
    <Card title="Waits for a second person" count={waiting.length} flush>
      {waiting.map((request) => (
        <AnswerCard
          key={request.id}
          request={request}
          title={requestTitle(request)}
          warning={ways.find(({ action }) => action === request.action)?.effect ?? 'After your yes it is done at once.'}
        />
      ))}
    </Card>
  );
}
