import KeyRound from 'lucide-react/icons/key-round';
import Users from 'lucide-react/icons/users';
import { useState } from 'react';
import { consoleCall } from '../../api/consoleCall.ts';
import { askAgain } from '../../api/queryClient.ts';
import { useKeys } from '../../app/useKeys.ts';
import { Button } from '../../parts/Button.tsx';
import { Note } from '../../parts/Note.tsx';
import { type Reason, ReasonField } from '../../parts/ReasonField.tsx';
import { say } from '../../parts/toasts.ts';
import { Ways } from '../../parts/Ways.tsx';
import { useEntered } from '../../person/entered.ts';
import { holdBack, takeBack } from '../../person/heldBack.ts';
import { useAct } from '../../person/useAct.ts';
import { actOf, type Decision, wayId } from './decisions.ts';
import type { ShownReview } from './OneReview.tsx';
import { faultsOf, NOTHING_SAID, type ReasonFaults, reviewReasons, saidReason } from './reviewReasons.ts';

type DecideFormProps = {
  readonly review: ShownReview;
  readonly decisions: readonly Decision[];
  readonly onDecided: () => void;
};

/** None of the ways is chosen beforehand; the button names the one that is. */
export function DecideForm(props: DecideFormProps) {
  const { review, decisions } = props;
  const { act, chosen, setChosen, decision, reason, write, faults, isChanged, lookAgain, send } = useDecision(props);
  return (
    <form
      className="review-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Ways
        label="Ways on"
        layout="column"
        value={chosen}
        onChange={setChosen}
        ways={decisions.map((one) => ({
          id: wayId(one),
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
        working={act.working}
        disabled={!decision}
        refused={isChanged ? 'Changed since you looked' : undefined}
      >
        {buttonWords(decision)}
      </Button>
      {isChanged && (
        <Note tone="warn">
          Changed since you looked. Read it again before you decide.{' '}
          <Button kind="quiet" size="small" onClick={lookAgain}>
            I have looked
          </Button>
        </Note>
      )}
      {act.error !== undefined && <Note tone="bad">{act.error}</Note>}
      <Facts decision={decision} />
    </form>
  );
}

/** What is chosen and said, and its sending: by the button, or by the keys. */
function useDecision({ review, decisions, onDecided }: DecideFormProps) {
  const { id } = review;
  const version = versionOf(review);
  const act = useAct();
  const [chosen, setChosen] = useState<string>();
  const [reason, setReason] = useState(NOTHING_SAID);
  const [faults, setFaults] = useState<ReasonFaults>({});
  // What the decision rests on, as it was when somebody began to write, or has looked again.
  const [seen, setSeen] = useState<string>();
  const isChanged = reason !== NOTHING_SAID && seen !== version;
  const decision = decisions.find((one) => wayId(one) === chosen);

  const write = (next: Reason) => {
    if (reason === NOTHING_SAID) setSeen(version);
    setReason(next);
    setFaults({});
  };
  const choose = (key: string) => {
    const way = decisions.find((one) => one.key === key && one.allowed);
    if (way) setChosen(wayId(way));
  };
  const send = async () => {
    if (!decision || act.working || isChanged) return;
    const found = faultsOf(reason);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const { action, subject, input, label } = decision;
    const saying = { act: actOf(action), arguments: { action, subject, input }, reason: saidReason(reason) };
    // Signed at once, by whoever is here now; handed in when it can be taken back no more.
    await act.say(saying, async (statement) => {
      holdBack({ id, title: label }, async () => {
        await consoleCall('ask', { statement });
        await askAgain();
      });
      say(`${label}: asked in ten seconds.`, { title: 'Take back', onUndo: () => void takeBack(id) });
      onDecided();
    });
  };
  useKeys({
    another: () => choose('A'),
    same: () => choose('S'),
    ask: () => choose('Q'),
    nth2: () => choose('2'),
    nth3: () => choose('3'),
    nth4: () => choose('4'),
    nth5: () => choose('5'),
    send: () => void send(),
  });
  const lookAgain = () => setSeen(version);
  return { act, chosen, setChosen, decision, reason, write, faults, isChanged, lookAgain, send };
}

/** Changes with whatever a decision rests on; who has it in hand is none of it. */
function versionOf({ isOpen, lead, rows, groups, checklist, candidates, note, requests }: ShownReview): string {
  const asked = requests.map(({ id, status }) => [id, status]);
  return JSON.stringify([isOpen, lead, rows, groups, checklist, candidates, note, asked]);
}

function buttonWords(decision: Decision | undefined): string {
  if (!decision) return 'Choose a way first';
  return decision.takesTwo ? 'Send on to the second person' : decision.label;
}

function Facts({ decision }: { readonly decision: Decision | undefined }) {
  const { person } = useEntered();
  return (
    <ul className="review-facts">
      {decision?.takesTwo && (
        <li>
          <Users size={15} strokeWidth={2} aria-hidden="true" />
          {whoMay(decision.approvers)} Nothing is done before the second yes.
        </li>
      )}
      <li>
        <KeyRound size={15} strokeWidth={2} aria-hidden="true" />
        {person?.credential.kind === 'passkey' ? 'Signed with your passkey' : 'Signed with your key'}, sent after ten
        seconds
      </li>
    </ul>
  );
}

function whoMay(approvers: readonly string[]): string {
  if (approvers.length === 0) return 'It takes two, and nobody else may say yes yet: an admin invites somebody.';
  const names = approvers.map((name) => name.charAt(0).toUpperCase() + name.slice(1));
  return `It takes two: ${new Intl.ListFormat('en', { type: 'disjunction' }).format(names)} can say yes.`;
}
