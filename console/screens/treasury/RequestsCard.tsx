import { requestTitle } from '@slipway/contract/statements/requestTitle.ts';
import { Card } from '../../parts/Card.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { AnswerCard } from '../../person/AnswerCard.tsx';
import type { TreasuryData } from './TreasuryScreen.tsx';

/** What of our own money waits for a second person. */
export function RequestsCard({ requests }: { readonly requests: TreasuryData['requests'] }) {
  return (
    <Card title="Waits for a second person" count={requests.length}>
      {requests.length === 0 && <Empty>No transfer waits for a second person.</Empty>}
      <ul className="treasury-stack">
        {requests.map((request) => (
          <li key={request.id}>
            <AnswerCard
              request={request}
              title={requestTitle(request)}
              warning="What was sent does not come back by itself: look at the amount and at where it goes."
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
