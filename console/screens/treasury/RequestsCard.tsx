import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { ApprovalCard } from '../../person/ApprovalCard.tsx';
import type { TreasuryData } from './TreasuryScreen.tsx';

/** Requests about the operator's money that wait for a second approval. */
export function RequestsCard({ requests }: { readonly requests: TreasuryData['requests'] }) {
  return (
    <Card title="Waiting for a second approval" count={requests.length}>
      {requests.length === 0 && <EmptyState>No transfers are waiting for approval.</EmptyState>}
      <ul className="stack">
        {requests.map((request) => (
          <li key={request.id}>
            <ApprovalCard
              request={request}
              title={request.title}
              warning="A transfer cannot be recalled once it is sent. Check the amount and the destination."
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
