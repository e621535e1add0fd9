import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { consoleCall } from '../../api/consoleCall.ts';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { TextField } from '../../parts/fields/TextField.tsx';
import { LoadErrorNote } from '../../parts/LoadErrorNote.tsx';
import { Note } from '../../parts/Note.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Time } from '../../parts/time/Time.tsx';

type AuditLine = ConsoleCallData<'audit'>['lines'][number];

/** The audit trail: who decided, who approved, before and after; and whether it is intact. */
export function Audit() {
  const [who, setWho] = useState('');
  const [before, setBefore] = useState<number>();
  const { data, isError, isPending, refetch } = useConsoleQuery(
    'audit',
    { ...(who.trim() !== '' && { who: who.trim() }), ...(before !== undefined && { before }) },
    { topics: ['requests'], keepsPrevious: true },
  );
  const verifying = useMutation({ mutationFn: () => consoleCall('verifyAudit', {}) });
  const last = data?.lines.at(-1)?.id;
  return (
    <Card
      title="Audit chain"
      aside={
        <>
          {data?.head && <span>head: line {data.head.id}</span>}
          {data?.seal && (
            <span>
              sealed up to line {data.seal.line}, <Time iso={data.seal.sealedAt} />
            </span>
          )}
          <Button size="small" working={verifying.isPending} onClick={() => verifying.mutate()}>
            Verify
          </Button>
        </>
      }
      flush
    >
      <div className="people-filter">
        <TextField
          label="Person"
          value={who}
          onChange={(value) => {
            setWho(value);
            setBefore(undefined);
          }}
        />
        {before !== undefined && (
          <Button size="small" onClick={() => setBefore(undefined)}>
            Newest
          </Button>
        )}
      </div>
      {verifying.data && (
        <div className="people-note">
          <Note tone={verifying.data.isWhole ? 'good' : 'bad'}>{verifying.data.result}</Note>
        </div>
      )}
      {isError && <LoadErrorNote onRetry={() => void refetch()} />}
      {isPending && <Skeleton rows={10} height={32} />}
      {data?.lines.length === 0 && <EmptyState>No entries for this person.</EmptyState>}
      <ol className="people-list">
        {data?.lines.map((line) => (
          <AuditRow key={line.id} line={line} />
        ))}
      </ol>
      {/* The server returns at most 50 lines, so a full page may have older ones. */}
      {data?.lines.length === 50 && last !== undefined && (
        <div className="people-note">
          <Button onClick={() => setBefore(last)}>Older lines</Button>
        </div>
      )}
    </Card>
  );
}

function AuditRow({ line }: { readonly line: AuditLine }) {
  const { id, at, who, approvedBy, why, action, subject, before, after } = line;
  return (
    <li className="people-row">
      <div>
        <b>{action}</b> {subject}
        <p className="second">
          {who}
          {approvedBy !== null && `, approved by ${approvedBy}`}: “{why}”
        </p>
        {(before !== null || after !== null) && (
          <p className="people-change mono" translate="no">
            {before !== null && <s>{before}</s>} {after}
          </p>
        )}
      </div>
      <div className="people-end">
        <span className="second">{id}</span>
        <Time iso={at} />
      </div>
    </li>
  );
}
