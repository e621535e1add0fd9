import { Card } from '../../parts/Card.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { ApprovalCard } from '../../person/ApprovalCard.tsx';
import { RequestForm } from '../../person/RequestForm.tsx';
import type { Signer } from './computeSignerState.ts';

type Stop = Signer['stops'][number];

const REASONS = [
  { value: 'checked', label: 'Checked, no problem found' },
  { value: 'mended', label: 'Fixed' },
  { value: 'done', label: 'Work completed' },
];

export const START_WARNING =
  'Transactions that are signed afterwards cannot be recalled. First check why the signer was stopped.';

/** Lists the signer's stops, each with what ends it: a form, a request to approve, or a file to remove on the host. */
export function SignerStops({ stops }: { readonly stops: Signer['stops'] }) {
  return stops.map((stop) => (
    <Card
      key={stop.statement ?? 'file'}
      title={stop.who === null ? 'Stopped on the signer host' : `Stopped by ${stop.who}`}
      aside={<Time iso={stop.since} />}
      lift
      flush
    >
      <p className="signer-why">“{stop.why || 'no reason given'}”</p>
      <EndStopForm stop={stop} />
    </Card>
  ));
}

function EndStopForm({ stop: { start, requests } }: { readonly stop: Stop }) {
  if (!start)
    return (
      <p className="signer-why second">
        The file{' '}
        <span className="mono" translate="no">
          stopped
        </span>{' '}
        in the signer’s folder stops it, regardless of approvals. To resume signing, remove the file on that host.
      </p>
    );
  if (requests.length > 0)
    return requests.map((request) => (
      <ApprovalCard key={request.id} request={request} title={request.title} warning={START_WARNING} />
    ));
  const { act, action, subject, input, label, effect, allowed, why, needsSecondApproval, approvers } = start;
  return (
    <RequestForm
      request={{ act, action, subject, input }}
      title={label}
      reasons={REASONS}
      needsSecondApproval={needsSecondApproval}
      approvers={approvers}
      why="Resuming signing requires a second approval."
      {...(!allowed && { refused: why })}
    >
      <p className="signer-effect">{effect}</p>
      {!allowed && <p className="second">{why}</p>}
    </RequestForm>
  );
}
