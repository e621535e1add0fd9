import { Clock } from '../parts/Clock.tsx';
import type { OperatorRequest } from './useAct.ts';

const either = new Intl.ListFormat('en', { type: 'disjunction' });
const all = new Intl.ListFormat('en');

/** Who can say yes to a request, who of them is at work, and when it lapses. */
export function WhoAnswers({ request }: { readonly request: OperatorRequest }) {
  const { mayAnswer, atWork, lapsesAt, askedAt } = request;
  return (
    <p className="second">
      {mayAnswer.length === 0 ? 'Nobody can say yes to it yet' : `${either.format(mayAnswer)} can say yes`}
      {mayAnswer.length > 0 && (atWork.length === 0 ? '; none of them is at work' : `; at work: ${all.format(atWork)}`)}
      .
      {lapsesAt !== null && (
        <>
          {' '}
          It lapses in <Clock bare ends={lapsesAt} starts={askedAt} />, and nothing is done.
        </>
      )}
    </p>
  );
}
