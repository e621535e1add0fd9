import { useState } from 'react';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { TextField } from '../../parts/fields/TextField.tsx';
import { Note } from '../../parts/Note.tsx';
import { formatChangeKind, formatChangeState, getChangeTone } from '../../parts/partners/changeRequestLabels.ts';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { capitalize } from '../../parts/values/capitalize.ts';
import { PartnerActions } from './PartnerActions.tsx';
import type { PartnerAction, PartnerDetails } from './partnerData.ts';

type Request = PartnerDetails['changeRequests'][number];

/** Requests of the partner's people: the open ones with the actions that decide them, then the decided ones. */
export function PartnerRequests({ partner }: { readonly partner: PartnerDetails }) {
  const open = partner.changeRequests.filter(({ state }) => state === 'open');
  const closed = partner.changeRequests.filter(({ state }) => state !== 'open');
  return (
    <div className="stack">
      {open.length > 0 && (
        <Note tone="warn">
          Confirm a request with the partner on another channel before you approve it: an attacker who controls a
          member’s device can make one.
        </Note>
      )}
      {open.length === 0 && (
        <Card title="Open requests" count={0} flush>
          <EmptyState>Nothing waits for a decision. Members make requests on the partner pages.</EmptyState>
        </Card>
      )}
      {open.map((request) => (
        <div key={request.id} className="partners-columns">
          <RequestCard request={request} />
          <DecideRequest partner={partner} request={request} />
        </div>
      ))}
      <Card title="Decided requests" count={closed.length} flush>
        {closed.length === 0 && <EmptyState>No request was decided yet.</EmptyState>}
        <ul className="partners-list">
          {closed.map((request) => (
            <li key={request.id} className="partners-row">
              <RequestFacts request={request} />
              <Tag tone={getChangeTone(request.state)}>{formatChangeState(request.state)}</Tag>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

function DecideRequest({ partner, request }: { readonly partner: PartnerDetails; readonly request: Request }) {
  const [message, setMessage] = useState('');
  const isRejecting = (act: PartnerAction) => act.action === 'reject-change';
  function buildInput(act: PartnerAction) {
    if (!isRejecting(act)) return act.input;
    return message.trim() === '' ? undefined : { ...act.input, message: message.trim() };
  }
  const messageField = <TextField lines label="Message that the partner reads" value={message} onChange={setMessage} />;
  return (
    <PartnerActions
      partner={{ ...partner, acts: request.acts }}
      actions={request.acts.map(({ id }) => id)}
      title={`Decide request ${request.id}`}
      buildInput={buildInput}
      fields={Object.fromEntries(request.acts.filter(isRejecting).map(({ id }) => [id, messageField]))}
    />
  );
}

function RequestCard({ request }: { readonly request: Request }) {
  return (
    <Card title={formatChangeKind(request.kind)} aside={`request ${request.id}`} lift>
      <RequestFacts request={request} />
    </Card>
  );
}

function RequestFacts({ request }: { readonly request: Request }) {
  const { kind, values, requestedBy, requestedAt, decidedAt, reason, operatorRequest } = request;
  return (
    <div>
      <b>{formatChangeKind(kind)}</b>
      <ul className="partners-values">
        {values.map((value) => (
          <li key={value} className="partners-wrap mono" translate="no">
            {value}
          </li>
        ))}
      </ul>
      <p className="second">
        {capitalize(requestedBy ?? 'a former member')}, <Time iso={requestedAt} />
        {decidedAt !== null && (
          <>
            ; decided <Time iso={decidedAt} />
          </>
        )}
        {operatorRequest !== null && `, by request ${operatorRequest}`}
      </p>
      {reason !== null && <q className="partners-answer">{reason}</q>}
    </div>
  );
}
