import './signer.css';
import { Link } from '@tanstack/react-router';
import { useNowSelector } from '../../api/useNow.ts';
import { Card } from '../../parts/Card.tsx';
import { Note } from '../../parts/Note.tsx';
import { RemainingBar } from '../../parts/RemainingBar.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { formatAmountWithCode } from '../../parts/values/formatGroupedDecimal.ts';
import { KeyValues } from '../../parts/values/KeyValues.tsx';
import { Money } from '../../parts/values/Money.tsx';
import { computeSignerState, type Signer } from './computeSignerState.ts';
import { SignerStops } from './SignerStops.tsx';
import { StopSigningForm } from './StopSigningForm.tsx';

const STATES = {
  signs: { label: 'Active', tone: 'good' },
  stopped: { label: 'Stopped', tone: 'bad' },
  silent: { label: 'No heartbeat', tone: 'warn' },
  unknown: { label: 'Unknown', tone: 'plain' },
} as const;

/** Above this share of a cap, attention is needed. */
const CAP_WARNING_SHARE = 0.9;

/** The signer's state, as it last reported; `hasActions`: with its stops and the form to stop it, else with a link to them. */
export function SignerCard({ signer, hasActions = false }: { readonly signer: Signer; readonly hasActions?: boolean }) {
  const { reportedAt, startedAt, version, pricesAt, caps, largestOrderOfDay, lastSignedAt } = signer;
  const state = useNowSelector((now) => computeSignerState(signer, now));
  const { label, tone } = STATES[state];
  return (
    <>
      <Card
        title="Signer"
        aside={
          <>
            {!hasActions && (
              <Link to="/treasury/{-$part}/{-$id}" params={{ part: 'signer' }}>
                Stop or start
              </Link>
            )}
            <Tag tone={tone}>{label}</Tag>
          </>
        }
      >
        <SignerStateNote signer={signer} state={state} />
        {signer.contradictions.length > 0 && <Contradictions rows={signer.contradictions} />}
        {signer.signers.length > 1 && <Signers signers={signer.signers} />}
        {caps && <Caps caps={caps} />}
        <KeyValues
          rows={[
            ...(caps
              ? [
                  { label: 'Per-transaction limit', value: <Money amount={caps.transaction.amount} code="EUR" /> },
                  { label: 'Max. fee', value: <Money amount={caps.fee.amount} code="EUR" /> },
                  {
                    label: 'Dual approval above',
                    value: <Money amount={caps.secondApprovalAbove.amount} code="EUR" />,
                  },
                ]
              : []),
            { label: 'Largest order in 24 hours', value: <Money amount={largestOrderOfDay.amount} code="EUR" /> },
            { label: 'Last signed', value: lastSignedAt ? <Time iso={lastSignedAt} /> : 'not in the last 24 hours' },
            ...(reportedAt
              ? [
                  {
                    label: 'Prices fetched',
                    value: pricesAt ? (
                      <>
                        <Time iso={pricesAt} />
                      </>
                    ) : (
                      'fetched before it signs'
                    ),
                  },
                  { label: 'Last heartbeat', value: <Time iso={reportedAt} /> },
                  { label: `Version ${version}, since`, value: startedAt && <Time iso={startedAt} /> },
                ]
              : []),
          ]}
        />
        <p className="second signer-where">Limits can only be raised on the signer host.</p>
      </Card>
      {hasActions && signer.stops.length > 0 && <SignerStops stops={signer.stops} />}
      {hasActions && (
        <Card title={state === 'stopped' ? 'Add another stop' : 'Stop signing'} flush>
          <StopSigningForm offer={signer.stop} />
        </Card>
      )}
    </>
  );
}

function SignerStateNote({
  signer: { reportedAt, stops },
  state,
}: {
  readonly signer: Signer;
  readonly state: Signer['state'];
}) {
  if (state === 'unknown')
    return <Note>No status received yet. Check that the signer runs, and runs the same version as this console.</Note>;
  if (state === 'silent')
    return (
      <Note tone="warn">
        No heartbeat since {reportedAt && <Time iso={reportedAt} />}. It is unknown whether it signs; the last reported
        status is shown below.
      </Note>
    );
  if (state === 'signs') return null;
  return (
    <Note tone="bad">
      Nothing is signed. Paid orders wait.
      {stops.some(({ isSeen }) => !isSeen) && ' The signer has not confirmed the stop yet.'}
    </Note>
  );
}

/** Lists the signers of a pair: which one signs, and how far the others follow. */
function Signers({ signers }: { readonly signers: Signer['signers'] }) {
  return (
    <>
      {signers.every(({ isActive }) => !isActive) && (
        <Note tone="bad">No signer is active. Nothing is signed until one takes over or is started.</Note>
      )}
      <KeyValues rows={signers.map((one) => ({ label: `Signer ${one.name}`, value: <SignerRole signer={one} /> }))} />
    </>
  );
}

function SignerRole({ signer }: { readonly signer: Signer['signers'][number] }) {
  const { isActive, isSilent, reportedAt, entriesBehind, faults, stopFile } = signer;
  return (
    <>
      {isActive && <Tag tone="good">Active</Tag>}
      {!isActive && <Tag tone={isSilent || faults.length > 0 ? 'warn' : 'plain'}>Passive</Tag>}{' '}
      {isSilent ? (
        <>
          no report since <Time iso={reportedAt} />
        </>
      ) : (
        !isActive && (entriesBehind === 0 ? 'follows the record' : `${entriesBehind} entries behind`)
      )}
      {[...faults, ...(stopFile === null ? [] : [`stopped by a file: ${stopFile}`])].map((fault) => `; ${fault}`)}
    </>
  );
}

function Contradictions({ rows }: { readonly rows: Signer['contradictions'] }) {
  return (
    <Note tone="bad">
      The configuration contains settings that operators have not signed:{' '}
      {rows.map(({ row, change }) => `${row} (${change})`).join(', ')}. The signer uses the settings that it has
      accepted. Find out who changed these.
    </Note>
  );
}

function Caps({ caps: { hour, day, coins } }: { readonly caps: NonNullable<Signer['caps']> }) {
  const shown = [
    { title: 'Per hour', of: hour },
    { title: 'Per 24 hours', of: day },
    ...coins.map((of) => ({ title: `${of.cap.unit} in 24 hours`, of })),
  ];
  return (
    <ul className="signer-caps">
      {shown.map(({ title, of: { cap, used } }) => {
        // Approximate, only for the bar's length; the exact figures are shown next to it.
        const share = Number(used.amount) / (Number(cap.amount) || 1);
        return (
          <li key={title}>
            <span>{title}</span>
            <span className="signer-used">
              <Money amount={used.amount} size="strong" /> <span className="second">of</span>{' '}
              <Money amount={cap.amount} code={cap.unit} />
            </span>
            <RemainingBar
              thick
              share={share}
              tone={share >= 1 ? 'bad' : share >= CAP_WARNING_SHARE ? 'warn' : 'tide'}
              label={`${title}: ${formatAmountWithCode(used.amount, used.unit)} used of ${formatAmountWithCode(cap.amount, cap.unit)}`}
            />
          </li>
        );
      })}
    </ul>
  );
}
