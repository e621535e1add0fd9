import './askForm.css';
import { useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { LastWord } from '../parts/LastWord.tsx';
import { Note } from '../parts/Note.tsx';
import { TextField } from '../parts/TextField.tsx';
import { Time } from '../parts/Time.tsx';
import { changeWords } from './changeWords.ts';
import { useEntered } from './entered.ts';
import { RequestOutcome } from './RequestOutcome.tsx';
import { TakeBack } from './TakeBack.tsx';
import { type OperatorRequest, useAct } from './useAct.ts';
import { WhoAnswers } from './WhoAnswers.tsx';

type AnswerCardProps = {
  readonly request: OperatorRequest;
  /** What was asked for, with its amount: "Give back 1,640.00 EUR". */
  readonly title: string;
  /** Where it goes and what cannot be undone. */
  readonly warning: string;
};

/** A request that waits for a second person: who asked, why, and the last word before it is done. */
export function AnswerCard({ request, title, warning }: AnswerCardProps) {
  const { person } = useEntered();
  const act = useAct();
  const [open, setOpen] = useState(false);
  const [words, setWords] = useState('');
  const [fault, setFault] = useState<string>();
  const mayAnswer = person !== undefined && request.mayAnswer.includes(person.name);

  async function answer(word: 'approve' | 'reject') {
    if (words.trim() === '') return setFault('Say in a few words why: it is kept with your answer.');
    if (await act.answer(request, word, words.trim())) setOpen(false);
  }

  if (request.status !== 'waiting')
    return (
      <>
        {act.error !== undefined && <Note tone="bad">{act.error}</Note>}
        <RequestOutcome request={request} />
      </>
    );
  return (
    <div className="request-outcome">
      <p>
        <b>{title}</b>
        <br />
        <span className="second">
          {request.askedBy} asked at <Time iso={request.askedAt} />: “{request.why}”
        </span>
      </p>
      {changeWords(request) !== undefined && (
        <p className="mono" translate="no">
          {changeWords(request)}
        </p>
      )}
      {request.notBefore !== null && (
        <p>
          To be made from <Time iso={request.notBefore} />.
        </p>
      )}
      <WhoAnswers request={request} />
      <Button
        kind={mayAnswer ? 'primary' : 'plain'}
        refused={mayAnswer ? undefined : whyNot(request, person?.name)}
        onClick={() => setOpen(true)}
      >
        Answer
      </Button>
      <TakeBack request={request} title={title} />
      <LastWord
        open={open}
        onClose={() => setOpen(false)}
        question={`Say yes to “${title}”?`}
        description={
          <>
            {request.askedBy} asked: “{request.why}”. You are the second person.
            <TextField label="Why you answer so, kept for ever" value={words} onChange={setWords} error={fault} lines />
          </>
        }
        warning={warning}
        act={title}
        onAct={() => void answer('approve')}
        refusal="Say no"
        onRefuse={() => void answer('reject')}
        working={act.working}
        error={act.error}
      />
    </div>
  );
}

function whyNot({ askedBy, mayAnswer }: OperatorRequest, name: string | undefined): string {
  if (askedBy === name) return 'You have asked for it: another person answers.';
  return mayAnswer.length === 0 ? 'Nobody may answer it yet.' : `It is for ${mayAnswer.join(', ')} to answer.`;
}
