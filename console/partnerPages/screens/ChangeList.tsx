import type { PartnerPageCallData } from '@slipway/contract/partnerPageCalls.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Note } from '../../parts/Note.tsx';
import { formatChangeKind, formatChangeState, getChangeTone } from '../../parts/partners/changeRequestLabels.ts';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { memberCall } from '../api/memberCall.ts';
import { useChange } from '../api/useChange.ts';

type ChangeListProps = {
  readonly requests: PartnerPageCallData<'changes'>['requests'];
  readonly mayChange: boolean;
};

/** The requests of the partner with their states, newest first. */
export function ChangeList({ requests, mayChange }: ChangeListProps) {
  const { working, error, change } = useChange();
  return (
    <Card title="Requests" count={requests.length} flush>
      {error !== undefined && <Note tone="bad">{error}</Note>}
      {requests.length === 0 && <EmptyState>No one has requested a change yet.</EmptyState>}
      <ul className="pages-list">
        {requests.map(({ id, kind, values, requestedBy, requestedAt, state, decidedAt, reason }) => (
          <li key={id}>
            <div>
              <b>{formatChangeKind(kind)}</b>
              {values.map((value) => (
                <p key={value} className="mono" translate="no">
                  {value}
                </p>
              ))}
              <p className="second">
                {requestedBy ?? 'A former member'}, <Time iso={requestedAt} />
                {decidedAt !== null && (
                  <>
                    ; decided <Time iso={decidedAt} />
                  </>
                )}
              </p>
              {reason !== null && <p>Reason: {reason}</p>}
            </div>
            <div className="pages-acts">
              <Tag tone={getChangeTone(state)}>{formatChangeState(state)}</Tag>
              {state === 'open' && mayChange && (
                <Button
                  size="small"
                  working={working === String(id)}
                  onClick={() => void change(String(id), () => memberCall('withdrawChange', { id }))}
                >
                  Withdraw
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
