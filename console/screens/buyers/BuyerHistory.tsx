import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { ApprovalCard } from '../../person/ApprovalCard.tsx';
import type { Buyer } from './BuyerScreen.tsx';

/** Requests about the account that wait for a second approval. */
export function PendingBuyerRequests({ buyer: { waiting, decisions } }: { readonly buyer: Buyer }) {
  if (waiting.length === 0) return null;
  return (
    <Card title="Waiting for a second approval" count={waiting.length} flush>
      {waiting.map((request) => (
        <ApprovalCard
          key={request.id}
          request={request}
          title={request.title}
          warning={formatWarning(request, decisions)}
        />
      ))}
    </Card>
  );
}

function formatWarning({ action, subject, input }: Buyer['waiting'][number], decisions: Buyer['decisions']): string {
  const effect = decisions.find((decision) => decision.action === action)?.effect ?? '';
  const { because = '' } = input;
  const shown = because === '' ? '' : ` Evidence: “${because}”.`;
  return `Account ${subject}. ${effect}${shown}`;
}

const ACTION_LABELS: Readonly<Record<string, string>> = {
  'ask-document': 'Document requested',
  'set-level': 'Level set',
  block: 'Blocked',
  unblock: 'Unblocked',
  'place-legal-hold': 'Legal hold placed',
  'lift-legal-hold': 'Legal hold lifted',
  erase: 'Data deleted',
  'end-sessions': 'Sessions ended',
};

/** Tones of requests that were not executed, or not yet. */
const TONES = { approved: 'plain', rejected: 'warn', refused: 'bad', waiting: 'plain' } as const;

/** Actions on the account, and accesses to its personal data. */
export function BuyerHistory({ history }: Pick<Buyer, 'history'>) {
  return (
    <Card title="History" aside="actions, and data shown or exported" flush>
      {history.length === 0 && <EmptyState>No actions on this account yet.</EmptyState>}
      <ul className="buyer-rows">
        {history.map(({ at, who, approvedBy, action, status, why, result }) => (
          <li key={`${at} ${action} ${who}`} className="buyer-deed">
            <div>
              <b>{ACTION_LABELS[action] ?? action}</b>{' '}
              {status !== 'done' && status !== 'seen' && (
                <Tag small tone={TONES[status]}>
                  {status}
                </Tag>
              )}
              <p className="second">
                {who}
                {approvedBy !== null && `, ${approvedBy}`}: “{why}”
              </p>
              {result !== null && <p className={status === 'refused' ? 'bad' : 'second'}>{result}</p>}
            </div>
            <span className="buyer-end">
              <Time iso={at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
