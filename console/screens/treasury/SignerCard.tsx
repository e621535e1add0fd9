import './signer.css';
import { Link } from '@tanstack/react-router';
import { useNowAs } from '../../api/useNow.ts';
import { Card } from '../../parts/Card.tsx';
import { KeyValues } from '../../parts/KeyValues.tsx';
import { Money } from '../../parts/Money.tsx';
import { moneyWithCode } from '../../parts/moneyWords.ts';
import { Note } from '../../parts/Note.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/Time.tsx';
import { Waterline } from '../../parts/Waterline.tsx';
import { SignerStops } from './SignerStops.tsx';
import { StopSigning } from './StopSigning.tsx';
import { type Signer, signerState } from './signerState.ts';

const STATES = {
  signs: { word: 'Signs', tone: 'good' },
  stopped: { word: 'Stopped', tone: 'bad' },
  silent: { word: 'Not heard', tone: 'warn' },
  unknown: { word: 'Not known', tone: 'plain' },
} as const;

/** Past this share of a cap somebody should look. */
const NEAR = 0.9;

/** The process with the keys, as it says of itself. Its tab has the acts; elsewhere a link leads there. */
export function SignerCard({ signer, acts = false }: { readonly signer: Signer; readonly acts?: boolean }) {
  const { heardAt, startedAt, version, pricesAt, caps, largestDay, lastSignedAt } = signer;
  const state = useNowAs((now) => signerState(signer, now));
  const { word, tone } = STATES[state];
  return (
    <>
      <Card
        title="Signer"
        aside={
          <>
            {!acts && (
              <Link to="/treasury/{-$part}/{-$id}" params={{ part: 'signer' }}>
                Stop or start
              </Link>
            )}
            <Tag tone={tone}>{word}</Tag>
          </>
        }
      >
        <Word signer={signer} state={state} />
        {signer.contradictions.length > 0 && <Contradictions rows={signer.contradictions} />}
        {caps && <Caps caps={caps} />}
        <KeyValues
          rows={[
            ...(caps
              ? [
                  { label: 'Most at once', value: <Money amount={caps.transaction.amount} code="EUR" /> },
                  { label: 'Most for a fee', value: <Money amount={caps.fee.amount} code="EUR" /> },
                  { label: 'Two persons above', value: <Money amount={caps.twoAbove.amount} code="EUR" /> },
                ]
              : []),
            { label: 'Largest order in 24 hours', value: <Money amount={largestDay.amount} code="EUR" /> },
            { label: 'Last signed', value: lastSignedAt ? <Time iso={lastSignedAt} /> : 'not in 24 hours' },
            ...(heardAt
              ? [
                  {
                    label: 'Its own prices',
                    value: pricesAt ? (
                      <>
                        asked for <Time iso={pricesAt} />
                      </>
                    ) : (
                      'asked for before it signs'
                    ),
                  },
                  { label: 'Heard', value: <Time iso={heardAt} /> },
                  { label: `Version ${version}, since`, value: startedAt && <Time iso={startedAt} /> },
                ]
              : []),
          ]}
        />
        <p className="second signer-where">Caps are raised on the signer’s machine, and nowhere else.</p>
      </Card>
      {acts && signer.stops.length > 0 && <SignerStops stops={signer.stops} />}
      {acts && (
        <Card title={state === 'stopped' ? 'Stop it for a reason of your own' : 'Stop signing'} flush>
          <StopSigning offer={signer.stop} />
        </Card>
      )}
    </>
  );
}

function Word({ signer: { heardAt, stops }, state }: { readonly signer: Signer; readonly state: Signer['state'] }) {
  if (state === 'unknown')
    return <Note>It has not said yet how it stands: is the process running, and of this version?</Note>;
  if (state === 'silent')
    return (
      <Note tone="warn">
        Not heard since {heardAt && <Time iso={heardAt} />}. Whether it signs is not known here; what follows is what it
        said last.
      </Note>
    );
  if (state === 'signs') return null;
  return (
    <Note tone="bad">
      Nothing is signed. Orders that are paid wait.
      {stops.some(({ isSeen }) => !isSeen) && ' The signer has not said yet that it goes by it.'}
    </Note>
  );
}

function Contradictions({ rows }: { readonly rows: Signer['contradictions'] }) {
  return (
    <Note tone="bad">
      The configuration has rows that operators have not signed:{' '}
      {rows.map(({ row, change }) => `${row} (${change})`).join(', ')}. The signer uses the rows that it has accepted.
      Find out who wrote these.
    </Note>
  );
}

function Caps({ caps: { hour, day, coins } }: { readonly caps: NonNullable<Signer['caps']> }) {
  const shown = [
    { title: 'This hour', of: hour },
    { title: 'These 24 hours', of: day },
    ...coins.map((of) => ({ title: `${of.cap.unit} in 24 hours`, of })),
  ];
  return (
    <ul className="signer-caps">
      {shown.map(({ title, of: { cap, used } }) => {
        // Lengths alone are drawn from these: the figures stand beside, whole.
        const share = Number(used.amount) / (Number(cap.amount) || 1);
        return (
          <li key={title}>
            <span>{title}</span>
            <span className="signer-used">
              <Money amount={used.amount} size="strong" /> <span className="second">of</span>{' '}
              <Money amount={cap.amount} code={cap.unit} />
            </span>
            <Waterline
              thick
              share={share}
              tone={share >= 1 ? 'bad' : share >= NEAR ? 'warn' : 'tide'}
              label={`${title}: ${moneyWithCode(used.amount, used.unit)} used of ${moneyWithCode(cap.amount, cap.unit)}`}
            />
          </li>
        );
      })}
    </ul>
  );
}
