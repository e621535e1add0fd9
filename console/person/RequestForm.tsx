import './requestForm.css';
import KeyRound from 'lucide-react/icons/key-round';
import Undo2 from 'lucide-react/icons/undo-2';
import Users from 'lucide-react/icons/users';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { type Reason, ReasonField } from '../parts/fields/ReasonField.tsx';
import type { Option } from '../parts/fields/SelectField.tsx';
import { Note } from '../parts/Note.tsx';
import { useLoginState } from './loginState.ts';
import { RequestOutcome } from './RequestOutcome.tsx';
import { type ActionRequest, type OperatorRequest, useSignedActions } from './useSignedActions.ts';

type RequestFormProps = {
  /** The request; undefined until an option is selected, so that nothing can be sent yet. */
  readonly request: ActionRequest | undefined;
  /** Identifies the form instead of the action and subject, if these change while the person types values. */
  readonly about?: string;
  /** Label of the button: "Refund 850.00 EUR". If a second approval is needed, it is "Request approval" instead. */
  readonly title: string;
  readonly reasons: readonly Option[];
  /** True if a second person has to approve; `approvers` lists who may. */
  readonly needsSecondApproval: boolean;
  readonly approvers: readonly string[];
  /** Why a second approval is needed: "Above 1,000.00 EUR two people decide." */
  readonly why?: string;
  /**
   * Changes with the data that the decision is based on; a started entry is then blocked until the person has reviewed
   * it.
   */
  readonly version?: string;
  readonly danger?: boolean;
  /** Why it cannot be requested now. */
  readonly refused?: string;
  readonly children?: ReactNode;
  readonly onRequested?: (request: OperatorRequest) => void;
};

const EMPTY_REASON: Reason = { code: undefined, text: '' };

/**
 * A form with a permanently stored reason, a signature, and the outcome. Another action resets the form; while no action is
 * set, before an option is selected or while its figures are recalculated, the entered text is kept.
 */
export function RequestForm(props: RequestFormProps) {
  const { request } = props;
  const about = props.about ?? (request && `${request.action} ${request.subject}`);
  const [form, setForm] = useState({ about, formNumber: 0 });
  if (about !== undefined && about !== form.about)
    setForm({ about, formNumber: form.about === undefined ? form.formNumber : form.formNumber + 1 });
  return <SingleRequestForm key={form.formNumber} {...props} />;
}

function SingleRequestForm(props: RequestFormProps) {
  const { request: actionRequest, title, reasons, needsSecondApproval, approvers, version, refused } = props;
  const { person } = useLoginState();
  const signing = useSignedActions();
  const [reason, setReason] = useState(EMPTY_REASON);
  const [faults, setFaults] = useState<{ code?: string; text?: string }>({});
  const [requested, setRequested] = useState<OperatorRequest>();
  // The version of the data when the person began to write, or last reviewed it.
  const [seen, setSeen] = useState<string>();
  const isChanged = reason !== EMPTY_REASON && seen !== version;

  function write(next: Reason) {
    if (reason === EMPTY_REASON) setSeen(version);
    setReason(next);
  }

  async function send(event: SyntheticEvent) {
    event.preventDefault();
    if (!actionRequest || isChanged || refused !== undefined) return;
    const found = findReasonErrors(reason);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const request = await signing.requestAction(
      actionRequest,
      `${findReasonLabel(reasons, reason.code)}: ${reason.text.trim()}`,
    );
    if (!request) return;
    setRequested(request);
    setReason(EMPTY_REASON);
    props.onRequested?.(request);
  }

  if (requested) return <RequestOutcome request={requested} onAgain={() => setRequested(undefined)} />;
  const kind = props.danger ? 'danger' : actionRequest ? 'primary' : 'plain';
  return (
    <form className="request-form" onSubmit={(event) => void send(event)}>
      {props.children}
      <div className="request-form-line">
        <ReasonField
          codes={reasons}
          value={reason}
          onChange={write}
          errors={faults}
          // Actions that stop or lose something need a click.
          onSend={props.danger ? undefined : (event) => void send(event)}
        />
        <Button
          type="submit"
          kind={kind}
          size="large"
          working={signing.working}
          disabled={!actionRequest}
          refused={isChanged ? 'Changed since you opened it' : refused}
        >
          {needsSecondApproval ? 'Request approval' : title}
        </Button>
      </div>
      {isChanged && (
        <Note tone="warn">
          This changed since you opened it. Review it again before you decide.{' '}
          <Button kind="quiet" size="small" onClick={() => setSeen(version)}>
            I’ve reviewed it
          </Button>
        </Note>
      )}
      {signing.error !== undefined && <Note tone="bad">{signing.error}</Note>}
      <ul className="request-form-facts">
        {needsSecondApproval && (
          <li>
            <Users size={15} strokeWidth={2} aria-hidden="true" />
            {props.why} {formatApprovers(approvers)}
          </li>
        )}
        <li>
          <KeyRound size={15} strokeWidth={2} aria-hidden="true" />
          {person?.credential.kind === 'passkey' ? 'You sign with your passkey' : 'You sign with your key'}
        </li>
        {needsSecondApproval && (
          <li className="warn">
            <Undo2 size={15} strokeWidth={2} aria-hidden="true" />
            Nothing is executed before the second approval
          </li>
        )}
      </ul>
    </form>
  );
}

export function formatApprovers(approvers: readonly string[]): string {
  if (approvers.length === 0) return 'No one else can approve it yet. Ask an admin to invite another approver.';
  const names = approvers.map((name) => name.charAt(0).toUpperCase() + name.slice(1));
  return `${new Intl.ListFormat('en', { type: 'disjunction' }).format(names)} can approve it.`;
}

function findReasonErrors({ code, text }: Reason): { code?: string; text?: string } {
  return {
    ...(code === undefined && { code: 'Choose a reason.' }),
    ...(text.trim() === '' && { text: 'Enter an explanation. It is recorded in the audit trail.' }),
  };
}

function findReasonLabel(reasons: readonly Option[], code: string | undefined): string {
  return reasons.find(({ value }) => value === code)?.label ?? '';
}
