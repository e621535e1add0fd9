import { requestTitle } from '@slipway/contract/statements/requestTitle.ts';
import { Card } from '../../parts/Card.tsx';
import { Time } from '../../parts/Time.tsx';
import { AnswerCard } from '../../person/AnswerCard.tsx';
import { AskForm } from '../../person/AskForm.tsx';
import type { Signer } from './signerState.ts';

type Stop = Signer['stops'][number];

const REASONS = [
  { value: 'checked', label: 'Looked at, nothing is wrong' },
  { value: 'mended', label: 'It is mended' },
  { value: 'done', label: 'The work is done' },
];

export const START_WARNING = 'What is signed then cannot be called back: look first at what the stop was for.';

/** Each stop stands by itself, and is ended by itself. */
export function SignerStops({ stops }: { readonly stops: Signer['stops'] }) {
  return stops.map((stop) => (
    <Card
      key={stop.statement ?? 'file'}
      title={stop.who === null ? 'Stopped on its machine' : `Stopped by ${stop.who}`}
      aside={<Time iso={stop.since} />}
      lift
      flush
    >
      <p className="signer-why">“{stop.why || 'without a reason'}”</p>
      <Ending stop={stop} />
    </Card>
  ));
}

function Ending({ stop: { start, requests } }: { readonly stop: Stop }) {
  if (!start)
    return (
      <p className="signer-why second">
        The file{' '}
        <span className="mono" translate="no">
          stopped
        </span>{' '}
        in its folder stops it, whatever persons say. Taking it away on that machine lets it go on.
      </p>
    );
  if (requests.length > 0)
    return requests.map((request) => (
      <AnswerCard key={request.id} request={request} title={requestTitle(request)} warning={START_WARNING} />
    ));
  const { act, action, subject, input, label, effect, allowed, why, takesTwo, approvers } = start;
  return (
    <AskForm
      wish={{ act, action, subject, input }}
      title={label}
      reasons={REASONS}
      takesTwo={takesTwo}
      approvers={approvers}
      why="Two persons let it sign again."
      {...(!allowed && { refused: why })}
    >
      <p className="signer-effect">{effect}</p>
      {!allowed && <p className="second">{why}</p>}
    </AskForm>
  );
}
