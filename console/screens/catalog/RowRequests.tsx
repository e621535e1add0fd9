import { Link } from '@tanstack/react-router';
import { Note } from '../../parts/Note.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { ApproversNote } from '../../person/ApproversNote.tsx';
import { CancelRequestButton } from '../../person/CancelRequestButton.tsx';
import { formatRowChange } from '../../person/formatRowChange.ts';
import type { CatalogRow } from './RowEditor.tsx';

/** Requests about a row that wait for a second approval, or for their time. */
export function RowRequests({ row: { kind, key, requests } }: { readonly row: CatalogRow }) {
  return requests.map((request) => (
    <Note key={request.id} tone="warn">
      {request.status === 'approved' && request.notBefore !== null ? (
        <>
          <b>
            Approved, scheduled for <Time iso={request.notBefore} />
          </b>
          :{' '}
          <span className="mono" translate="no">
            {formatRowChange(request)}
          </span>
          . Requested by {request.requestedBy}
          {request.answeredBy !== null && `, approved by ${request.answeredBy}`}. It is not applied if the setting
          changes before then.
        </>
      ) : (
        <>
          {request.requestedBy} requested a change
          {request.notBefore !== null && (
            <>
              , scheduled for <Time iso={request.notBefore} />
            </>
          )}
          , waiting for approval:{' '}
          <span className="mono" translate="no">
            {formatRowChange(request)}
          </span>
          .{' '}
          <Link to="/people/{-$part}" params={{ part: 'requests' }}>
            View request
          </Link>
          <ApproversNote request={request} />
        </>
      )}
      <CancelRequestButton request={request} title={`Change ${kind} ${key}`} />
    </Note>
  ));
}
