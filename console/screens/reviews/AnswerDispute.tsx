import { faultOfFiles, inputOfEvidence, LONGEST_EVIDENCE_WORDS } from '@slipway/contract/statements/evidence.ts';
import KeyRound from 'lucide-react/icons/key-round';
import { type FormEvent, useState } from 'react';
import { consoleCall } from '../../api/consoleCall.ts';
import { Button } from '../../parts/Button.tsx';
import { LastWord } from '../../parts/LastWord.tsx';
import { Note } from '../../parts/Note.tsx';
import { ReasonField } from '../../parts/ReasonField.tsx';
import { TextField } from '../../parts/TextField.tsx';
import { useEntered } from '../../person/entered.ts';
import { RequestOutcome } from '../../person/RequestOutcome.tsx';
import { type OperatorRequest, useAct } from '../../person/useAct.ts';
import { EvidenceFiles } from './EvidenceFiles.tsx';
import { base64OfFile, type ChosenFile, sha256Of } from './evidenceFiles.ts';
import type { ShownReview } from './OneReview.tsx';
import { faultsOf, NOTHING_SAID, type ReasonFaults, reviewReasons, saidReason } from './reviewReasons.ts';

type Answer = NonNullable<ShownReview['answer']>;

/** The answer to a dispute: our records as listed, words and files of the person, sent once. */
export function AnswerDispute({ answer }: { readonly answer: Answer }) {
  const [asked, setAsked] = useState<OperatorRequest>();
  if (asked) return <RequestOutcome request={asked} onAgain={() => setAsked(undefined)} />;
  if (!answer.allowed) return <Note>{answer.why}</Note>;
  return <AnswerForm answer={answer} onAsked={setAsked} />;
}

type AnswerFormProps = { readonly answer: Answer; readonly onAsked: (request: OperatorRequest) => void };

function AnswerForm({ answer, onAsked }: AnswerFormProps) {
  const { person } = useEntered();
  const draft = useDraft(answer, onAsked);
  const { words, setWords, files, setFiles, reason, setReason, faults, check, act, send, isOpen, close } = draft;
  const { amount, dispute } = answer;
  return (
    <form className="review-form" onSubmit={check}>
      <p className="second">
        The records listed here are sent in any case. Add what they do not say; the card’s bank reads it, in English.
      </p>
      <TextField
        label="Your words to the bank"
        value={words}
        onChange={setWords}
        hint={`${words.length.toLocaleString('en')} of ${LONGEST_EVIDENCE_WORDS.toLocaleString('en')} characters`}
        error={words.length > LONGEST_EVIDENCE_WORDS ? 'Too long: say less, or attach a PDF.' : undefined}
        lines
      />
      <EvidenceFiles files={files} onChange={setFiles} />
      <ReasonField codes={reviewReasons.dispute} value={reason} onChange={setReason} errors={faults} />
      <Button type="submit" kind="primary" size="large" wide disabled={draft.isUnfit}>
        Answer the dispute of {amount}
      </Button>
      <ul className="review-facts">
        <li>
          <KeyRound size={15} strokeWidth={2} aria-hidden="true" />
          {person?.credential.kind === 'passkey' ? 'Signed with your passkey' : 'Signed with your key'}, words and files
          by their hashes
        </li>
      </ul>
      <LastWord
        open={isOpen}
        onClose={close}
        question={`Answer the dispute of ${amount}?`}
        description={`${dispute}, order ${answer.order}: our records${words.trim() === '' ? '' : ', your words'}${fileWords(files)} go to the acquirer, and to the card’s bank.`}
        warning="Sent once: nothing of it can be changed, added or taken back afterwards."
        act={`Send it once for ${amount}`}
        onAct={() => void send()}
        working={act.working}
        error={act.error}
      />
    </form>
  );
}

/** What is being written, until it is sent. */
function useDraft({ dispute, order, amount }: Answer, onAsked: AnswerFormProps['onAsked']) {
  const act = useAct();
  const [words, setWords] = useState('');
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const [reason, setReason] = useState(NOTHING_SAID);
  const [faults, setFaults] = useState<ReasonFaults>({});
  const [isOpen, setOpen] = useState(false);
  const isUnfit = words.length > LONGEST_EVIDENCE_WORDS || faultOfFiles(files) !== undefined;

  function check(event: FormEvent) {
    event.preventDefault();
    const found = faultsOf(reason);
    setFaults(found);
    if (!isUnfit && Object.keys(found).length === 0) setOpen(true);
  }

  async function send() {
    const said = words.trim();
    const input = inputOfEvidence({
      order,
      amount,
      words: await sha256Of(new TextEncoder().encode(said)),
      files: await Promise.all(files.map(async ({ kind, bytes }) => ({ kind, sha256: await sha256Of(bytes) }))),
    });
    const saying = {
      act: 'send-evidence',
      arguments: { action: 'send-evidence', subject: dispute, input },
      reason: saidReason(reason),
    };
    const sent = files.map((file) => ({ kind: file.kind, contents: base64OfFile(file) }));
    const request = await act.say(saying, (statement) =>
      consoleCall('sendEvidence', { statement, words: said, files: sent }),
    );
    if (!request) return;
    setOpen(false);
    onAsked(request);
  }

  const close = () => setOpen(false);
  return { words, setWords, files, setFiles, reason, setReason, faults, isUnfit, act, check, send, isOpen, close };
}

function fileWords(files: readonly ChosenFile[]): string {
  if (files.length === 0) return '';
  return files.length === 1 ? ' and a file' : ` and ${files.length} files`;
}
