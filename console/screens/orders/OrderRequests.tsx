import { useState } from 'react';
import { Card } from '../../parts/Card.tsx';
import { ApprovalCard } from '../../person/ApprovalCard.tsx';
import type { OrderPage } from './OrderScreen.tsx';

/**
 * Requests about the order that wait for a second approval. A request that is decided while shown stays, with its
 * outcome, because the person may have been about to answer it.
 */
export function OrderRequests({ page: { requests, actions } }: { readonly page: OrderPage }) {
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set());
  const waiting = requests.filter(({ status }) => status === 'waiting');
  if (waiting.some(({ id }) => !seen.has(id))) setSeen(new Set([...seen, ...waiting.map(({ id }) => id)]));
  const shown = requests.filter(({ id, status }) => status === 'waiting' || seen.has(id));
  if (shown.length === 0) return null;
  return (
    <Card title="Waiting for a second approval" count={waiting.length} flush>
      {shown.map((request) => {
        const requestedAction = actions.find(({ action }) => action === request.action);
        return (
          <ApprovalCard
            key={request.id}
            request={request}
            title={requestedAction?.title ?? request.title}
            warning={requestedAction?.effect ?? 'It is executed immediately after your approval.'}
          />
        );
      })}
    </Card>
  );
}
