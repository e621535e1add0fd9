import { Button } from '../../parts/Button.tsx';
import { Kbd } from '../../parts/Kbd.tsx';
import { Note } from '../../parts/Note.tsx';
import { ApprovalCard } from '../../person/ApprovalCard.tsx';
import { type DelayedDecision, undoDecision, useDelayedDecisions } from '../../person/delayedDecisions.ts';
import { DecisionForm } from './DecisionForm.tsx';
import { DisputeAnswerPanel } from './DisputeAnswerPanel.tsx';
import { buildDecisionKey, type Decision } from './decisions.ts';
import type { ReviewData } from './ReviewDetails.tsx';

/** Requests about the review, the answer to a dispute, and the form of a decision, which can be undone for ten seconds. */
export function ReviewDecision({ review, onDecided }: { readonly review: ReviewData; readonly onDecided: () => void }) {
  const { id, decisions, answer } = review;
  // Requests that send evidence are shown with the answer.
  const requests = review.requests.filter(({ action }) => action !== 'send-evidence');
  const delayedDecision = useDelayedDecisions().find((one) => one.id === id);
  const requestsByDecision = new Map(requests.map((request) => [buildDecisionKey(request), request]));
  // An action is not requested twice; others stay available until the second approval.
  const open = requests.some(({ status }) => status === 'approved')
    ? []
    : decisions.filter((decision) => !requestsByDecision.has(buildDecisionKey(decision)));
  return (
    <>
      <h2>{answer ? 'Respond' : 'Decide'}</h2>
      {requests.map((request) => {
        const decision = decisions.find((one) => buildDecisionKey(one) === buildDecisionKey(request));
        return (
          <ApprovalCard
            key={request.id}
            request={request}
            title={decision?.label ?? request.action}
            warning={decision?.effect ?? 'It is executed immediately after your approval.'}
          />
        );
      })}
      {delayedDecision && <DelayedDecisionNote delayedDecision={delayedDecision} />}
      {answer && <DisputeAnswerPanel answer={answer} />}
      {decisions.length === 0 && !answer && <p className="second">No decision is possible now.</p>}
      {open.length > 0 && (!delayedDecision || delayedDecision.state === 'failed') && (
        <DecisionForm review={review} decisions={open} onDecided={onDecided} />
      )}
      <DecisionShortcuts decisions={open} />
    </>
  );
}

/** Shows a decision of this person that is not submitted yet, with an Undo button, or why submitting it failed. */
function DelayedDecisionNote({
  delayedDecision: { id, title, state, error },
}: {
  readonly delayedDecision: DelayedDecision;
}) {
  if (state === 'failed')
    return (
      <Note tone="bad">
        “{title}” was not submitted. {error}
      </Note>
    );
  if (state === 'sending') return <Note>Submitting “{title}”…</Note>;
  return (
    <Note>
      “{title}” is not submitted yet.{' '}
      <Button size="small" onClick={() => undoDecision(id)}>
        Undo
      </Button>
    </Note>
  );
}

/** The keys of this screen. */
function DecisionShortcuts({ decisions }: { readonly decisions: readonly Decision[] }) {
  const chooses = decisions.filter(({ allowed }) => allowed).map(({ key }) => key);
  const rows: readonly (readonly [keys: readonly string[], what: string])[] = [
    [['J', 'K'], 'Next, previous'],
    ...(chooses.length > 0 ? ([[chooses, 'Select only']] as const) : []),
    ...(chooses.length > 0 ? ([[['⌘', '↵'], 'Submit']] as const) : []),
    [['?'], 'All shortcuts'],
  ];
  return (
    <dl className="review-keys">
      {rows.map(([keys, what]) => (
        <div key={what}>
          <dt>
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}
