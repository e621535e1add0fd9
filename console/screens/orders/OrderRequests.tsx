import { requestTitle } from '@slipway/contract/statements/requestTitle.ts';
import { useState } from 'react';
import { Card } from '../../parts/Card.tsx';
import { AnswerCard } from '../../person/AnswerCard.tsx';
import type { OrderPage } from './OrderScreen.tsx';

/**
 * What was asked for about the order, and waits for a second person. What was decided while somebody looked at it stays, with
 * what came of it: they may have been about to answer.
 */
export function OrderRequests({ page: { requests, ways } }: { readonly page: OrderPage }) {
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set());
  const waiting = requests.filter(({ status }) => status === 'waiting');
  if (waiting.some(({ id }) => !seen.has(id))) setSeen(new Set([...seen, ...waiting.map(({ id }) => id)]));
  const shown = requests.filter(({ id, status }) => status === 'waiting' || seen.has(id));
  if (shown.length === 0) return null;
  return (
    <Card title="Waits for a second person" count={waiting.length} flush>
      {shown.map((request) => {
        const way = ways.find(({ action }) => action === request.action);
        return (
          <AnswerCard
            key={request.id}
            request={request}
            title={way?.title ?? requestTitle(request)}
            warning={way?.effect ?? 'After your yes it is done at once.'}
          />
        );
      })}
    </Card>
  );
}
