import type { ConsoleCallData, ConsoleCallRequest } from '@slipway/contract/consoleCalls.ts';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Failed } from '../../parts/Failed.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { ChangePreview } from './ChangePreview.tsx';
import { changedFields, type FieldTexts, faultOf, textsOf } from './fieldTexts.ts';
import { kindTitles } from './kindTitles.ts';
import { RowForm } from './RowForm.tsx';
import { RowHistory } from './RowHistory.tsx';

export type Row = ConsoleCallData<'catalogRow'>;
export type Sample = NonNullable<ConsoleCallRequest<'previewChange'>['sample']>;

/** While somebody writes, nothing is worked out. */
const PAUSE_MS = 250;

/** A row, what is written into it, and what that would do. */
export function RowDesk({ kind, row: key }: { readonly kind: string; readonly row: string }) {
  const row = useConsoleQuery('catalogRow', { kind, key }, { topics: ['configuration', 'requests'] });
  return (
    <>
      {row.data ? (
        <OpenRow row={row.data} />
      ) : row.isPending ? (
        <Skeleton rows={8} height={44} />
      ) : (
        <div>
          <Failed onAskAgain={() => void row.refetch()}>{row.error?.message ?? 'This could not be read.'}</Failed>
          <Link to="/catalog/{-$kind}/{-$key}" params={{ kind, key: undefined }}>
            {kindTitles[kind] ?? 'All rows'}
          </Link>
        </div>
      )}
    </>
  );
}

/** What is written stands upon the row as it was when it was begun: another one beneath is said. */
type Draft = { readonly base: Row; readonly texts: FieldTexts };

function OpenRow({ row }: { readonly row: Row }) {
  const [draft, setDraft] = useState<Draft>();
  const [removes, setRemoves] = useState(false);
  const [sample, setSample] = useState<Sample>({});
  const { kind, key } = row;
  const base = draft?.base ?? row;
  const texts = draft?.texts ?? textsOf(row);
  const changed = changedFields(row.schema, textsOf(base), texts);
  const change = { kind, key, fields: removes ? null : changed };
  const asked = useSettled(JSON.stringify({ ...change, sample }));
  const fault = row.schema.map((field) => faultOf(field, texts[field.name] ?? '')).find((found) => found !== undefined);
  const isEmpty = row.fields === null && Object.keys(changed).length === 0;
  const preview = useConsoleQuery('previewChange', JSON.parse(asked) as ConsoleCallRequest<'previewChange'>, {
    topics: ['configuration'],
    keeps: true,
    enabled: !isEmpty && fault === undefined,
  });
  return (
    <>
      <div className="catalog-side">
        <RowForm
          row={row}
          base={base}
          texts={texts}
          changed={changed}
          removes={removes}
          onRemoves={setRemoves}
          onWrite={(name, text) => setDraft({ base, texts: { ...texts, [name]: text } })}
          onForget={() => setDraft(undefined)}
          onKeepMine={() => setDraft({ base: row, texts: rebased(row, base, texts) })}
          act={preview.data && !preview.isError ? preview.data.act : row.acts[0]}
          refused={isEmpty ? undefined : (fault ?? preview.error?.message)}
        />
        <RowHistory
          row={row}
          onRestore={(fields) => {
            setRemoves(false);
            setDraft({ base: row, texts: textsOf({ ...row, fields }) });
          }}
        />
      </div>
      <ChangePreview
        preview={preview.data}
        isPending={preview.isPending && !isEmpty}
        isRefused={preview.isError}
        isStale={fault !== undefined || preview.isError || preview.isPlaceholderData}
        hasChange={removes || Object.keys(changed).length > 0}
        onSample={(more) => setSample({ ...sample, ...more })}
      />
    </>
  );
}

/** What was written upon the former row, written upon the newest one. */
function rebased(row: Row, base: Row, texts: FieldTexts): FieldTexts {
  const was = textsOf(base);
  const now = textsOf(row);
  return Object.fromEntries(
    Object.keys(now).map((name) => [name, texts[name] === was[name] ? (now[name] ?? '') : (texts[name] ?? '')]),
  );
}

/** A text once it has stood for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
