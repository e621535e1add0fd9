import { Button } from '../../parts/Button.tsx';
import { Note } from '../../parts/Note.tsx';
import { AnswerCard } from '../../person/AnswerCard.tsx';
import { type HeldBack, takeBack, useHeldBack } from '../../person/heldBack.ts';
import { AnswerDispute } from './AnswerDispute.tsx';
import { DecideForm } from './DecideForm.tsx';
import { DecideKeys } from './DecideKeys.tsx';
import { wayId } from './decisions.ts';
import type { ShownReview } from './OneReview.tsx';

/** The ways on, each with its price; the reason; and the sending, which can be taken back for ten seconds. */
export function Decide({ review, onDecided }: { readonly review: ShownReview; readonly onDecided: () => void }) {
  const { id, decisions, answer } = review;
  // What was sent for a dispute is said where its answer is.
  const requests = review.requests.filter(({ action }) => action !== 'send-evidence');
  const held = useHeldBack().find((one) => one.id === id);
  const asked = new Map(requests.map((request) => [wayId(request), request]));
  // What was asked for is not asked for twice; another way still stands open until the second yes.
  const open = requests.some(({ status }) => status === 'approved')
    ? []
    : decisions.filter((decision) => !asked.has(wayId(decision)));
  return (
    <>
      <h2>{answer ? 'Answer' : 'Decide'}</h2>
      {requests.map((request) => {
        const decision = decisions.find((one) => wayId(one) === wayId(request));
        return (
          <AnswerCard
            key={request.id}
            request={request}
            title={decision?.label ?? request.action}
            warning={decision?.effect ?? 'After your yes it is done at once.'}
          />
        );
      })}
      {held && <Held held={held} />}
      {answer && <AnswerDispute answer={answer} />}
      {decisions.length === 0 && !answer && <p className="second">Nothing can be decided now.</p>}
      {open.length > 0 && (!held || held.state === 'failed') && (
        <DecideForm review={review} decisions={open} onDecided={onDecided} />
      )}
      <DecideKeys decisions={open} />
    </>
  );
}

/** What this person has decided a moment ago. */
function Held({ held: { id, title, state, error } }: { readonly held: HeldBack }) {
  if (state === 'failed')
    return (
      <Note tone="bad">
        “{title}” was not asked for. {error}
      </Note>
    );
  if (state === 'sending') return <Note>“{title}”: it is being asked.</Note>;
  return (
    <Note>
      “{title}”: nobody was told yet.{' '}
      <Button size="small" onClick={() => takeBack(id)}>
        Take back
      </Button>
    </Note>
  );
}
