import './askForm.css';
import KeyRound from 'lucide-react/icons/key-round';
import Undo2 from 'lucide-react/icons/undo-2';
import Users from 'lucide-react/icons/users';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { Note } from '../parts/Note.tsx';
import { type Reason, ReasonField } from '../parts/ReasonField.tsx';
import type { Option } from '../parts/SelectField.tsx';
import { useEntered } from './entered.ts';
import { RequestOutcome } from './RequestOutcome.tsx';
import { type OperatorRequest, useAct, type Wish } from './useAct.ts';

type AskFormProps = {
  /** What is asked for; undefined until a way has been chosen, and then nothing can be sent. */
  readonly wish: Wish | undefined;
  /** Where the act stays the same whatever is typed: a transfer of another amount is no other form. */
  readonly about?: string;
  /** The act by its name: "Give back 850.00 EUR". Where it takes two, the button asks for the second person. */
  readonly title: string;
  readonly reasons: readonly Option[];
  /** Whether a second person has to agree, and who at the operator may. */
  readonly takesTwo: boolean;
  readonly approvers: readonly string[];
  /** Why two: "Above 1,000.00 EUR two persons decide." */
  readonly why?: string;
  /** Changes with what the decision rests on: what is half written is then held until it was looked at. */
  readonly version?: string;
  readonly danger?: boolean;
  /** Why it cannot be asked for now. */
  readonly refused?: string;
  readonly children?: ReactNode;
  readonly onAsked?: (request: OperatorRequest) => void;
};

const NOTHING_SAID: Reason = { code: undefined, words: '' };

/**
 * A reason that is kept for ever, a signature, and what became of it. Another act is another form; while none is named, as before
 * a way is chosen or while its figures are worked out anew, what was written stays.
 */
export function AskForm(props: AskFormProps) {
  const { wish } = props;
  const act = props.about ?? (wish && `${wish.action} ${wish.subject}`);
  const [form, setForm] = useState({ act, turn: 0 });
  if (act !== undefined && act !== form.act) setForm({ act, turn: form.act === undefined ? form.turn : form.turn + 1 });
  return <OneAct key={form.turn} {...props} />;
}

function OneAct(props: AskFormProps) {
  const { wish, title, reasons, takesTwo, approvers, version, refused } = props;
  const { person } = useEntered();
  const act = useAct();
  const [reason, setReason] = useState(NOTHING_SAID);
  const [faults, setFaults] = useState<{ code?: string; words?: string }>({});
  const [asked, setAsked] = useState<OperatorRequest>();
  // What the decision rests on, as it was when somebody began to write, or has looked again.
  const [seen, setSeen] = useState<string>();
  const isChanged = reason !== NOTHING_SAID && seen !== version;

  function write(next: Reason) {
    if (reason === NOTHING_SAID) setSeen(version);
    setReason(next);
  }

  async function send(event: SyntheticEvent) {
    event.preventDefault();
    if (!wish || isChanged || refused !== undefined) return;
    const found = faultsOf(reason);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const request = await act.ask(wish, `${labelOf(reasons, reason.code)}: ${reason.words.trim()}`);
    if (!request) return;
    setAsked(request);
    setReason(NOTHING_SAID);
    props.onAsked?.(request);
  }

  if (asked) return <RequestOutcome request={asked} onAgain={() => setAsked(undefined)} />;
  const kind = props.danger ? 'danger' : wish ? 'primary' : 'plain';
  return (
    <form className="ask-form" onSubmit={(event) => void send(event)}>
      {props.children}
      <div className="ask-form-line">
        <ReasonField
          codes={reasons}
          value={reason}
          onChange={write}
          errors={faults}
          // What stops or loses something is pressed itself.
          onSend={props.danger ? undefined : (event) => void send(event)}
        />
        <Button
          type="submit"
          kind={kind}
          size="large"
          working={act.working}
          disabled={!wish}
          refused={isChanged ? 'Changed since you looked' : refused}
        >
          {takesTwo ? 'Ask a second person' : title}
        </Button>
      </div>
      {isChanged && (
        <Note tone="warn">
          Changed since you looked. Read it again before you decide.{' '}
          <Button kind="quiet" size="small" onClick={() => setSeen(version)}>
            I have looked
          </Button>
        </Note>
      )}
      {act.error !== undefined && <Note tone="bad">{act.error}</Note>}
      <ul className="ask-form-facts">
        {takesTwo && (
          <li>
            <Users size={15} strokeWidth={2} aria-hidden="true" />
            {props.why} {whoMay(approvers)}
          </li>
        )}
        <li>
          <KeyRound size={15} strokeWidth={2} aria-hidden="true" />
          {person?.credential.kind === 'passkey' ? 'Signed with your passkey' : 'Signed with your key'}
        </li>
        {takesTwo && (
          <li className="warn">
            <Undo2 size={15} strokeWidth={2} aria-hidden="true" />
            Nothing is done before the second yes
          </li>
        )}
      </ul>
    </form>
  );
}

export function whoMay(approvers: readonly string[]): string {
  if (approvers.length === 0) return 'Nobody else may say yes to it yet: an admin invites somebody.';
  const names = approvers.map((name) => name.charAt(0).toUpperCase() + name.slice(1));
  return `${new Intl.ListFormat('en', { type: 'disjunction' }).format(names)} can say yes.`;
}

function faultsOf({ code, words }: Reason): { code?: string; words?: string } {
  return {
    ...(code === undefined && { code: 'Choose a reason.' }),
    ...(words.trim() === '' && { words: 'Say in a few words why: it is kept with the act.' }),
  };
}

function labelOf(reasons: readonly Option[], code: string | undefined): string {
  return reasons.find(({ value }) => value === code)?.label ?? '';
}
