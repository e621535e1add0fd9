import {
  findEvidenceFilesFault,
  formatEvidenceInput,
  MAX_EVIDENCE_TEXT_LENGTH,
} from '@slipway/contract/statements/evidence.ts';
import KeyRound from 'lucide-react/icons/key-round';
import { type FormEvent, useState } from 'react';
import { consoleCall } from '../../api/consoleCall.ts';
import { Button } from '../../parts/Button.tsx';
import { ReasonField } from '../../parts/fields/ReasonField.tsx';
import { TextField } from '../../parts/fields/TextField.tsx';
import { Note } from '../../parts/Note.tsx';
import { ConfirmDialog } from '../../parts/overlays/ConfirmDialog.tsx';
import { computeSha256 } from '../../person/computeSha256.ts';
import { useLoginState } from '../../person/loginState.ts';
import { RequestOutcome } from '../../person/RequestOutcome.tsx';
import { type OperatorRequest, useSignedActions } from '../../person/useSignedActions.ts';
import { EvidenceFiles } from './EvidenceFiles.tsx';
import { type ChosenFile, encodeFileAsBase64 } from './evidenceFiles.ts';
import type { ReviewData } from './ReviewDetails.tsx';
import {
  EMPTY_REASON,
  findReasonErrors,
  formatSignedReason,
  type ReasonErrors,
  reviewReasons,
} from './reviewReasons.ts';

type Answer = NonNullable<ReviewData['answer']>;

/** The answer to a dispute: the listed records with the person's text and files, sent once. */
export function DisputeAnswerPanel({ answer }: { readonly answer: Answer }) {
  const [requested, setRequested] = useState<OperatorRequest>();
  if (requested) return <RequestOutcome request={requested} onAgain={() => setRequested(undefined)} />;
  if (!answer.allowed) return <Note>{answer.why}</Note>;
  return <AnswerForm answer={answer} onRequested={setRequested} />;
}

type AnswerFormProps = { readonly answer: Answer; readonly onRequested: (request: OperatorRequest) => void };

function AnswerForm({ answer, onRequested }: AnswerFormProps) {
  const { person } = useLoginState();
  const draft = useAnswerDraft(answer, onRequested);
  const { text, setText, files, setFiles, reason, setReason, faults, openConfirmation, signing, send, isOpen, close } =
    draft;
  const { amount, dispute } = answer;
  return (
    <form className="review-form" onSubmit={openConfirmation}>
      <p className="second">
        The records listed here are always sent. Add what they do not show, in English: the card’s bank reads it.
      </p>
      <TextField
        label="Statement to the bank"
        value={text}
        onChange={setText}
        hint={`${text.length.toLocaleString('en')} of ${MAX_EVIDENCE_TEXT_LENGTH.toLocaleString('en')} characters`}
        error={text.length > MAX_EVIDENCE_TEXT_LENGTH ? 'Too long. Shorten it or attach a PDF.' : undefined}
        lines
      />
      <EvidenceFiles files={files} onChange={setFiles} />
      <ReasonField codes={reviewReasons.dispute} value={reason} onChange={setReason} errors={faults} />
      <Button type="submit" kind="primary" size="large" wide disabled={draft.isInvalid}>
        {' '}
        Submit evidence for the dispute of {amount}
      </Button>
      <ul className="review-facts">
        <li>
          <KeyRound size={15} strokeWidth={2} aria-hidden="true" />
          {person?.credential.kind === 'passkey' ? 'You sign with your passkey' : 'You sign with your key'}; text and
          files by their hashes
        </li>
      </ul>
      <ConfirmDialog
        open={isOpen}
        onClose={close}
        question={`Submit evidence for the dispute of ${amount}?`}
        description={`${dispute}, order ${answer.order}: our records${text.trim() === '' ? '' : ', your statement'}${formatFileCount(files)} are sent to the acquirer and the card’s bank.`}
        warning="Evidence can be submitted only once. Nothing can be changed, added or withdrawn afterwards."
        act={`Submit once for ${amount}`}
        onAct={() => void send()}
        working={signing.working}
        error={signing.error}
      />
    </form>
  );
}

/** The draft until it is sent. */
function useAnswerDraft({ dispute, order, amount }: Answer, onRequested: AnswerFormProps['onRequested']) {
  const signing = useSignedActions();
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const [reason, setReason] = useState(EMPTY_REASON);
  const [faults, setFaults] = useState<ReasonErrors>({});
  const [isOpen, setOpen] = useState(false);
  const isInvalid = text.length > MAX_EVIDENCE_TEXT_LENGTH || findEvidenceFilesFault(files) !== undefined;

  function openConfirmation(event: FormEvent) {
    event.preventDefault();
    const found = findReasonErrors(reason);
    setFaults(found);
    if (!isInvalid && Object.keys(found).length === 0) setOpen(true);
  }

  async function send() {
    const trimmed = text.trim();
    const input = formatEvidenceInput({
      order,
      amount,
      text: await computeSha256(trimmed),
      files: await Promise.all(files.map(async ({ kind, bytes }) => ({ kind, sha256: await computeSha256(bytes) }))),
    });
    const action = {
      act: 'send-evidence',
      arguments: { action: 'send-evidence', subject: dispute, input },
      reason: formatSignedReason(reason),
    };
    const sent = files.map((file) => ({ kind: file.kind, contents: encodeFileAsBase64(file) }));
    const request = await signing.send(action, (statement) =>
      consoleCall('sendEvidence', { statement, text: trimmed, files: sent }),
    );
    if (!request) return;
    setOpen(false);
    onRequested(request);
  }

  const close = () => setOpen(false);
  return {
    text,
    setText,
    files,
    setFiles,
    reason,
    setReason,
    faults,
    isInvalid,
    signing,
    openConfirmation,
    send,
    isOpen,
    close,
  };
}

function formatFileCount(files: readonly ChosenFile[]): string {
  if (files.length === 0) return '';
  return files.length === 1 ? ' and a file' : ` and ${files.length} files`;
}
