import { requestTitle } from '@slipway/contract/statements/requestTitle.ts';
import { Card } from '../../parts/Card.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/Time.tsx';
import { AnswerCard } from '../../person/AnswerCard.tsx';
import type { Buyer } from './BuyerScreen.tsx';

/** What was asked for about the account, and waits for a second person. */
export function BuyerWaiting({ buyer: { waiting, decisions } }: { readonly buyer: Buyer }) {
  if (waiting.length === 0) return null;
  return (
    <Card title="Waits for a second person" count={waiting.length} flush>
      {waiting.map((request) => (
        <AnswerCard
          key={request.id}
          request={request}
          title={requestTitle(request)}
          warning={warningOf(request, decisions)}
        />
      ))}
    </Card>
  );
}

function warningOf({ action, subject, input }: Buyer['waiting'][number], decisions: Buyer['decisions']): string {
  const effect = decisions.find((decision) => decision.action === action)?.effect ?? '';
  const { because = '' } = input;
  const shown = because === '' ? '' : ` What shows it: “${because}”.`;
  return `Account ${subject}. ${effect}${shown}`;
}

const WORDS: Readonly<Record<string, string>> = {
  'ask-document': 'Document asked for',
  'set-level': 'Level set',
  block: 'Blocked',
  unblock: 'Unblocked',
  erase: 'Erased',
  'end-sessions': 'Sessions ended',
};

/** Where it was not done after all, or not yet. */
const TONES = { approved: 'plain', rejected: 'warn', refused: 'bad', waiting: 'plain' } as const;

/** Who has done what about the account, and who has looked at what of it. */
export function BuyerHistory({ history }: Pick<Buyer, 'history'>) {
  return (
    <Card title="History" aside="acts, and what was shown or exported" flush>
      {history.length === 0 && <Empty>No person has done anything about this account.</Empty>}
      <ul className="buyer-rows">
        {history.map(({ at, who, approvedBy, action, status, why, result }) => (
          <li key={`${at} ${action} ${who}`} className="buyer-deed">
            <div>
              <b>{WORDS[action] ?? action}</b>{' '}
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
