import KeyRound from 'lucide-react/icons/key-round';
import Users from 'lucide-react/icons/users';
import { useState } from 'react';
import { consoleCall } from '../../api/consoleCall.ts';
import { queryClient } from '../../api/queryClient.ts';
import { useKeys } from '../../app/useKeys.ts';
import { Button } from '../../parts/Button.tsx';
import { Kbd } from '../../parts/Kbd.tsx';
import { Note } from '../../parts/Note.tsx';
import { type Reason, ReasonField } from '../../parts/ReasonField.tsx';
import { say } from '../../parts/toasts.ts';
import { Ways } from '../../parts/Ways.tsx';
import { AnswerCard } from '../../person/AnswerCard.tsx';
import { useEntered } from '../../person/entered.ts';
import { holdBack, takeBack, useHeldBack } from '../../person/heldBack.ts';
import { useAct } from '../../person/useAct.ts';
import type { ShownReview } from './OneReview.tsx';
import { reviewReasons } from './reviewReasons.ts';

type Decision = ShownReview['decisions'][number];
const NOTHING_SAID: Reason = { code: undefined, words: '' };

/** The command by which an action is asked for, where it has another name in the table of rights. */
function actOf(action: string): string {
  return action === 'give_up' ? 'give-up' : action;
}

/** The ways on, each with its price; the reason; and the sending, which can be taken back for ten seconds. */
export function Decide({ review, onDecided }: { readonly review: ShownReview; readonly onDecided: () => void }) {
  const { id, decisions, requests, kind } = review;
  const held = useHeldBack().find((one) => one.id === id);
  const asked = new Map(requests.map((request) => [wayId(request), request]));
  // What was asked for is not asked for twice; another way still stands open until the second yes.
  const open = requests.some(({ status }) => status === 'approved')
    ? []
    : decisions.filter((decision) => !asked.has(wayId(decision)));
  return (
    <>
      <h2>Decide</h2>
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
      {held && held.state !== 'failed' && (
        <Note>
          “{held.title}”: {held.state === 'held' ? 'nobody was told yet.' : 'it is being asked.'}{' '}
          {held.state === 'held' && (
            <Button size="small" onClick={() => takeBack(id)}>
              Take back
            </Button>
          )}
        </Note>
      )}
      {held?.state === 'failed' && (
        <Note tone="bad">
          “{held.title}” was not asked for. {held.error}
        </Note>
      )}
      {decisions.length === 0 && (
        <p className="second">
          {kind === 'dispute' ? 'Nothing is decided here: the acquirer decides.' : 'Nothing can be decided now.'}
        </p>
      )}
      {open.length > 0 && (!held || held.state === 'failed') && (
        <Form review={review} decisions={open} onDecided={onDecided} />
      )}
      <Keys decisions={open} />
    </>
  );
}

type FormProps = {
  readonly review: ShownReview;
  readonly decisions: readonly Decision[];
  readonly onDecided: () => void;
};

function Form({ review, decisions, onDecided }: FormProps) {
  const { id, kind } = review;
  const version = versionOf(review);
  const { person } = useEntered();
  const act = useAct();
  const [chosen, setChosen] = useState<string>();
  const [reason, setReason] = useState(NOTHING_SAID);
  const [faults, setFaults] = useState<{ code?: string; words?: string }>({});
  // What the decision rests on, as it was when somebody began to write, or has looked again.
  const [seen, setSeen] = useState<string>();
  const isChanged = reason !== NOTHING_SAID && seen !== version;
  const decision = decisions.find((one) => wayId(one) === chosen);

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
    const saying = {
      act: actOf(action),
      arguments: { action, subject, input },
      reason: `${reason.code ?? ''}: ${reason.words.trim()}`,
    };
    // Signed at once, by whoever is here now; handed in when it can be taken back no more.
    await act.say(saying, async (statement) => {
      holdBack({ id, title: label }, async () => {
        await consoleCall('ask', { statement });
        await queryClient.invalidateQueries();
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
      <ReasonField
        codes={reviewReasons[kind]}
        value={reason}
        onChange={(next) => {
          if (reason === NOTHING_SAID) setSeen(version);
          setReason(next);
          setFaults({});
        }}
        errors={faults}
      />
      <Button
        type="submit"
        kind={decision ? 'primary' : 'plain'}
        size="large"
        wide
        working={act.working}
        disabled={!decision}
        refused={isChanged ? 'Changed since you looked' : undefined}
      >
        {decision ? (decision.takesTwo ? 'Send on to the second person' : decision.label) : 'Choose a way first'}
      </Button>
      {isChanged && (
        <Note tone="warn">
          Changed since you looked. Read it again before you decide.{' '}
          <Button kind="quiet" size="small" onClick={() => setSeen(version)}>
            I have looked
          </Button>
        </Note>
      )}
      {act.error !== undefined && <Note tone="bad">{act.error}</Note>}
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
    </form>
  );
}

/** Changes with whatever a decision rests on; who has it in hand is none of it. */
function versionOf({ isOpen, lead, rows, groups, checklist, candidates, note, requests }: ShownReview): string {
  const asked = requests.map(({ id, status }) => [id, status]);
  return JSON.stringify([isOpen, lead, rows, groups, checklist, candidates, note, asked]);
}

function wayId({ action, subject, input }: Pick<Decision, 'action' | 'subject' | 'input'>): string {
  return [action, subject, input['decision'] ?? ''].join(' ');
}

function whoMay(approvers: readonly string[]): string {
  if (approvers.length === 0) return 'It takes two, and nobody else may say yes yet: an admin invites somebody.';
  const names = approvers.map((name) => name.charAt(0).toUpperCase() + name.slice(1));
  return `It takes two: ${new Intl.ListFormat('en', { type: 'disjunction' }).format(names)} can say yes.`;
}

function faultsOf({ code, words }: Reason): { code?: string; words?: string } {
  return {
    ...(code === undefined && { code: 'Choose what it rests on.' }),
    ...(words.trim() === '' && { words: 'Say in a few words why: it is kept with the act.' }),
  };
}

function Keys({ decisions }: { readonly decisions: readonly Decision[] }) {
  const chooses = decisions.filter(({ allowed }) => allowed).map(({ key }) => key);
  return (
    <dl className="review-keys">
      <div>
        <dt>
          <Kbd>J</Kbd> <Kbd>K</Kbd>
        </dt>
        <dd>next, former</dd>
      </div>
      {chooses.length > 0 && (
        <div>
          <dt>
            {chooses.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </dt>
          <dd>choose, never send</dd>
        </div>
      )}
      <div>
        <dt>
          <Kbd>⌘</Kbd> <Kbd>↵</Kbd>
        </dt>
        <dd>send</dd>
      </div>
      <div>
        <dt>
          <Kbd>?</Kbd>
        </dt>
        <dd>all keys</dd>
      </div>
    </dl>
  );
}
