import KeyRound from 'lucide-react/icons/key-round';
import Users from 'lucide-react/icons/users';
import { useState } from 'react';
import { consoleCall } from '../../api/consoleCall.ts';
import { refetchShownData } from '../../api/queryClient.ts';
import { useShortcuts } from '../../app/shortcuts/useShortcuts.ts';
import { Button } from '../../parts/Button.tsx';
import { EffectOptions } from '../../parts/fields/EffectOptions.tsx';
import { type Reason, ReasonField } from '../../parts/fields/ReasonField.tsx';
import { Note } from '../../parts/Note.tsx';
import { showToast } from '../../parts/overlays/toasts.ts';
import { delayDecision, undoDecision } from '../../person/delayedDecisions.ts';
import { useLoginState } from '../../person/loginState.ts';
import { useSignedActions } from '../../person/useSignedActions.ts';
import { buildDecisionKey, type Decision } from './decisions.ts';
import type { ReviewData } from './ReviewDetails.tsx';
import {
  EMPTY_REASON,
  findReasonErrors,
  formatSignedReason,
  type ReasonErrors,
  reviewReasons,
} from './reviewReasons.ts';

type DecisionFormProps = {
  readonly review: ReviewData;
  readonly decisions: readonly Decision[];
  readonly onDecided: () => void;
};

/** The form of a decision. No option is preselected; the button names the selected one. */
export function DecisionForm(props: DecisionFormProps) {
  const { review, decisions } = props;
  const { signing, chosen, setChosen, decision, reason, write, faults, isChanged, confirmReviewed, send } =
    useDecision(props);
  return (
    <form
      className="review-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <EffectOptions
        label="Actions"
        layout="column"
        value={chosen}
        onChange={setChosen}
        options={decisions.map((one) => ({
          id: buildDecisionKey(one),
          title: one.label,
          effect: one.effect,
          keys: one.key,
          ...(!one.allowed && { refused: one.why }),
        }))}
      />
      <ReasonField codes={reviewReasons[review.kind]} value={reason} onChange={write} errors={faults} />
      <Button
        type="submit"
        kind={decision ? 'primary' : 'plain'}
        size="large"
        wide
        working={signing.working}
        disabled={!decision}
        refused={isChanged ? 'Changed since you opened it' : undefined}
      >
        {formatButtonLabel(decision)}
      </Button>
      {isChanged && (
        <Note tone="warn">
          This changed since you opened it. Review it again before you decide.{' '}
          <Button kind="quiet" size="small" onClick={confirmReviewed}>
            I’ve reviewed it
          </Button>
        </Note>
      )}
      {signing.error !== undefined && <Note tone="bad">{signing.error}</Note>}
      <DecisionFacts decision={decision} />
    </form>
  );
}

/** The selected option, the reason, and sending by button or key. */
function useDecision({ review, decisions, onDecided }: DecisionFormProps) {
  const { id } = review;
  const version = computeReviewVersion(review);
  const signing = useSignedActions();
  const [chosen, setChosen] = useState<string>();
  const [reason, setReason] = useState(EMPTY_REASON);
  const [faults, setFaults] = useState<ReasonErrors>({});
  // The version of the data when the person began to write, or last reviewed it.
  const [seen, setSeen] = useState<string>();
  const isChanged = reason !== EMPTY_REASON && seen !== version;
  const decision = decisions.find((one) => buildDecisionKey(one) === chosen);

  const write = (next: Reason) => {
    if (reason === EMPTY_REASON) setSeen(version);
    setReason(next);
    setFaults({});
  };
  const choose = (key: string) => {
    const allowedDecision = decisions.find((one) => one.key === key && one.allowed);
    if (allowedDecision) setChosen(buildDecisionKey(allowedDecision));
  };
  const send = async () => {
    if (!decision || signing.working || isChanged) return;
    const found = findReasonErrors(reason);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const { action, subject, input, label } = decision;
    const content = { act: action, arguments: { action, subject, input }, reason: formatSignedReason(reason) };
    // Signed at once by the current person; submitted after the undo period.
    await signing.send(content, async (statement) => {
      delayDecision({ id, title: label }, async () => {
        await consoleCall('requestAction', { statement });
        await refetchShownData();
      });
      showToast(`${label}: submitted in 10 seconds.`, { title: 'Undo', onUndo: () => void undoDecision(id) });
      onDecided();
    });
  };
  useShortcuts({
    another: () => choose('A'),
    same: () => choose('S'),
    ask: () => choose('Q'),
    nth2: () => choose('2'),
    nth3: () => choose('3'),
    nth4: () => choose('4'),
    nth5: () => choose('5'),
    send: () => void send(),
  });
  const confirmReviewed = () => setSeen(version);
  return { signing, chosen, setChosen, decision, reason, write, faults, isChanged, confirmReviewed, send };
}

/** Returns a version that changes with the data a decision is based on; the assignee is not part of it. */
function computeReviewVersion({
  isOpen,
  lead,
  rows,
  groups,
  checklist,
  candidates,
  note,
  requests,
}: ReviewData): string {
  const requestStatuses = requests.map(({ id, status }) => [id, status]);
  return JSON.stringify([isOpen, lead, rows, groups, checklist, candidates, note, requestStatuses]);
}

function formatButtonLabel(decision: Decision | undefined): string {
  if (!decision) return 'Select an action';
  return decision.needsSecondApproval ? 'Request approval' : decision.label;
}

function DecisionFacts({ decision }: { readonly decision: Decision | undefined }) {
  const { person } = useLoginState();
  return (
    <ul className="review-facts">
      {decision?.needsSecondApproval && (
        <li>
          <Users size={15} strokeWidth={2} aria-hidden="true" />
          {formatSecondApprovers(decision.approvers)} Nothing is executed before the second approval.
        </li>
      )}
      <li>
        <KeyRound size={15} strokeWidth={2} aria-hidden="true" />
        {person?.credential.kind === 'passkey' ? 'You sign with your passkey' : 'You sign with your key'}; undo
        available for 10 seconds
      </li>
    </ul>
  );
}

function formatSecondApprovers(approvers: readonly string[]): string {
  if (approvers.length === 0)
    return 'Requires a second approval, and no one else can approve it yet. Ask an admin to invite another approver.';
  const names = approvers.map((name) => name.charAt(0).toUpperCase() + name.slice(1));
  return `Requires a second approval: ${new Intl.ListFormat('en', { type: 'disjunction' }).format(names)} can approve it.`;
}
