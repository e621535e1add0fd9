import './people.css';
import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useState } from 'react';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { useNow } from '../../api/useNow.ts';
import { Card } from '../../parts/Card.tsx';
import { type Option, SelectField } from '../../parts/fields/SelectField.tsx';
import { TextField } from '../../parts/fields/TextField.tsx';
import { LoadErrorNote } from '../../parts/LoadErrorNote.tsx';
import { Note } from '../../parts/Note.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { capitalize } from '../../parts/values/capitalize.ts';
import { RequestForm } from '../../person/RequestForm.tsx';
import { buildShiftArguments, EMPTY_SHIFT, NO_PERSON, type ShiftDraft } from './buildShiftArguments.ts';

type Roster = ConsoleCallData<'duty'>;
type Shift = Roster['shifts'][number];

const REASONS: readonly Option[] = ['Planned shift', 'Illness or absence', 'Handover', 'Other'].map((label) => ({
  value: label,
  label,
}));

/** The duty roster, and a form to change it. */
export function DutyRoster() {
  const { data, isError, isPending, refetch } = useConsoleQuery('duty', {}, { topics: ['requests'] });
  if (isError && !data) return <LoadErrorNote onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton rows={6} height={52} />;
  return (
    <div className="people-columns">
      <Card title="Duty roster" aside="in UTC" flush>
        <ol className="people-list">
          {data.shifts.map((shift) => (
            <ShiftRow key={shift.from} shift={shift} people={data.people} />
          ))}
        </ol>
      </Card>
      <div className="people-side">
        <ShiftForm roster={data} />
      </div>
    </div>
  );
}

function ShiftRow({ shift, people }: { readonly shift: Shift; readonly people: Roster['people'] }) {
  const now = useNow();
  const { from, to, first, second } = shift;
  const isNow = Date.parse(from) <= now;
  return (
    <li className="people-row">
      <div className="people-grow">
        <p className="num">
          <span>{isNow ? 'Now' : formatMinute(from)}</span>{' '}
          <span>{to === null ? 'onwards' : `to ${formatMinute(to)}`}</span>
        </p>
        {first === null ? (
          <p className="second">No one: alerts go to every address of ALERT_MAIL.</p>
        ) : (
          <p>
            <OnDutyPerson name={first} people={people} /> {second !== null && <span className="second">then</span>}{' '}
            {second !== null && <OnDutyPerson name={second} people={people} />}
          </p>
        )}
      </div>
      {isNow && first !== null && <Tag tone="good">on duty</Tag>}
    </li>
  );
}

function OnDutyPerson({ name, people }: { readonly name: string; readonly people: Roster['people'] }) {
  const person = people.find((one) => one.name === name);
  return (
    <>
      <b>{capitalize(name)}</b> {person === undefined && <Tag tone="bad">skipped: no longer gets alerts</Tag>}
      {person?.isReachable === false && <Tag tone="warn">no email address, no phone</Tag>}
    </>
  );
}

function ShiftForm({ roster: { people, change } }: { readonly roster: Roster }) {
  const now = useNow();
  const [shift, setShift] = useState(EMPTY_SHIFT);
  const shiftArguments = buildShiftArguments(shift, now);
  const fault = 'fault' in shiftArguments ? shiftArguments.fault : undefined;
  return (
    <Card title={change.label} flush>
      <RequestForm
        request={{
          act: change.act,
          action: change.action,
          subject: change.subject,
          ...('input' in shiftArguments && { input: shiftArguments.input }),
        }}
        title={change.label}
        reasons={REASONS}
        needsSecondApproval={change.needsSecondApproval}
        approvers={change.approvers}
        {...(!change.allowed ? { refused: change.why } : fault !== undefined && { refused: fault })}
        onRequested={() => setShift(EMPTY_SHIFT)}
      >
        <p className="second">{change.effect}</p>
        <ShiftFields value={shift} onChange={setShift} people={people} />
        {shift !== EMPTY_SHIFT && fault !== undefined && <Note>{fault}</Note>}
      </RequestForm>
    </Card>
  );
}

const STARTS: readonly Option[] = [
  { value: 'now', label: 'Now' },
  { value: 'time', label: 'At a specific time' },
];

type ShiftFieldsProps = {
  readonly value: ShiftDraft;
  readonly onChange: (value: ShiftDraft) => void;
  readonly people: Roster['people'];
};

function ShiftFields({ value, onChange, people }: ShiftFieldsProps) {
  const names = people.map(({ name, isReachable }) => ({
    value: name,
    label: isReachable ? capitalize(name) : `${capitalize(name)} (no email address, no phone)`,
  }));
  const { starts } = value;
  return (
    <div className="people-shift">
      <SelectField
        label="Starts"
        options={STARTS}
        value={starts === undefined ? 'now' : 'time'}
        onChange={(chosen) => onChange({ ...value, starts: chosen === 'time' ? (starts ?? '') : undefined })}
      />
      {starts !== undefined && (
        <TextField
          label="Start, UTC"
          placeholder="2026-12-01 18:00"
          value={starts}
          onChange={(text) => onChange({ ...value, starts: text })}
        />
      )}
      <TextField
        label="End, UTC"
        placeholder="2026-12-02 06:00"
        value={value.ends}
        onChange={(ends) => onChange({ ...value, ends })}
      />
      <SelectField
        label="First on duty"
        options={[...names, { value: NO_PERSON, label: 'No one: alerts go to ALERT_MAIL' }]}
        value={value.first}
        onChange={(first) => onChange({ ...value, first })}
      />
      <SelectField
        label="Second, if the first does not answer"
        options={[...names, { value: NO_PERSON, label: 'No one' }]}
        value={value.second}
        onChange={(second) => onChange({ ...value, second })}
      />
    </div>
  );
}

/** Returns `2026-12-01 18:00`. */
function formatMinute(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ');
}
