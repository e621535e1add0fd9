import { Countdown } from '../parts/time/Countdown.tsx';
import type { OperatorRequest } from './useSignedActions.ts';

const either = new Intl.ListFormat('en', { type: 'disjunction' });
const all = new Intl.ListFormat('en');

/** Shows who can approve a request, who of them is present, and when it lapses. */
export function ApproversNote({ request }: { readonly request: OperatorRequest }) {
  const { mayAnswer, presentPeople, lapsesAt, requestedAt } = request;
  return (
    <p className="second">
      {mayAnswer.length === 0 ? 'No one can approve it yet' : `${either.format(mayAnswer)} can approve it`}
      {mayAnswer.length > 0 &&
        (presentPeople.length === 0 ? '; none of them is online' : `; online: ${all.format(presentPeople)}`)}
      .
      {lapsesAt !== null && (
        <>
          {' '}
          Without approval it lapses in <Countdown bare ends={lapsesAt} starts={requestedAt} />, and nothing is
          executed.
        </>
      )}
    </p>
  );
}
