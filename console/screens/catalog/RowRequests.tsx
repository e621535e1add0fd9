import { Link } from '@tanstack/react-router';
import { Note } from '../../parts/Note.tsx';
import { Time } from '../../parts/Time.tsx';
import { changeWords } from '../../person/changeWords.ts';
import { TakeBack } from '../../person/TakeBack.tsx';
import { WhoAnswers } from '../../person/WhoAnswers.tsx';
import type { Row } from './RowDesk.tsx';

/** What was asked about a row and is not done yet: it waits for a second person, or for its time. */
export function RowRequests({ row: { kind, key, requests } }: { readonly row: Row }) {
  return requests.map((request) => (
    <Note key={request.id} tone="warn">
      {request.status === 'approved' && request.notBefore !== null ? (
        <>
          <b>
            Approved, from <Time iso={request.notBefore} />
          </b>
          :{' '}
          <span className="mono" translate="no">
            {changeWords(request)}
          </span>
          . Asked by {request.askedBy}
          {request.answeredBy !== null && `, agreed to by ${request.answeredBy}`}. Of another row than this one it is
          not made.
        </>
      ) : (
        <>
          {request.askedBy} has asked for a change
          {request.notBefore !== null && (
            <>
              , from <Time iso={request.notBefore} />
            </>
          )}
          , which waits:{' '}
          <span className="mono" translate="no">
            {changeWords(request)}
          </span>
          .{' '}
          <Link to="/people/{-$part}" params={{ part: 'requests' }}>
            Look at it
          </Link>
          <WhoAnswers request={request} />
        </>
      )}
      <TakeBack request={request} title={`Change ${kind} ${key}`} />
    </Note>
  ));
}
