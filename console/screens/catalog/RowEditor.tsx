import type { ConsoleCallData, ConsoleCallRequest } from '@slipway/contract/consoleCalls.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { useDebouncedText } from '../../api/useDebouncedText.ts';
import { LoadErrorNote } from '../../parts/LoadErrorNote.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { ChangePreview } from './ChangePreview.tsx';
import { configurationKindTitles } from './configurationKindTitles.ts';
import { type FieldTexts, findChangedFields, findFieldError, formatFieldTexts } from './fieldTexts.ts';
import { RowForm } from './RowForm.tsx';
import { RowHistory } from './RowHistory.tsx';

export type CatalogRow = ConsoleCallData<'catalogRow'>;
export type Sample = NonNullable<ConsoleCallRequest<'previewChange'>['sample']>;

/** A row, its edits, and their effects. */
export function RowEditor({ kind, row: key }: { readonly kind: string; readonly row: string }) {
  const row = useConsoleQuery('catalogRow', { kind, key }, { topics: ['configuration', 'requests'] });
  return (
    <>
      {row.data ? (
        <LoadedRowEditor row={row.data} />
      ) : row.isPending ? (
        <Skeleton rows={8} height={44} />
      ) : (
        <div>
          <LoadErrorNote onRetry={() => void row.refetch()}>
            {row.error?.message ?? 'Could not load this data.'}
          </LoadErrorNote>
          <Link to="/catalog/{-$kind}/{-$key}" params={{ kind, key: undefined }}>
            {configurationKindTitles[kind] ?? 'All settings'}
          </Link>
        </div>
      )}
    </>
  );
}

/** Edits are based on the row as it was when editing began; a newer row is reported. */
type RowDraft = { readonly base: CatalogRow; readonly texts: FieldTexts };

function LoadedRowEditor({ row }: { readonly row: CatalogRow }) {
  const [draft, setDraft] = useState<RowDraft>();
  const [removes, setRemoves] = useState(false);
  const [sample, setSample] = useState<Sample>({});
  const { kind, key } = row;
  const base = draft?.base ?? row;
  const texts = draft?.texts ?? formatFieldTexts(row);
  const changed = findChangedFields(row.schema, formatFieldTexts(base), texts);
  const change = { kind, key, fields: removes ? null : changed };
  const requestJson = useDebouncedText(JSON.stringify({ ...change, sample }));
  const fault = row.schema
    .map((field) => findFieldError(field, texts[field.name] ?? ''))
    .find((found) => found !== undefined);
  const isEmpty = row.fields === null && Object.keys(changed).length === 0;
  const preview = useConsoleQuery('previewChange', JSON.parse(requestJson) as ConsoleCallRequest<'previewChange'>, {
    topics: ['configuration'],
    keepsPrevious: true,
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
          onReapply={() => setDraft({ base: row, texts: rebaseTexts(row, base, texts) })}
          act={preview.data && !preview.isError ? preview.data.act : row.acts[0]}
          refused={isEmpty ? undefined : (fault ?? preview.error?.message)}
        />
        <RowHistory
          row={row}
          onRestore={(fields) => {
            setRemoves(false);
            setDraft({ base: row, texts: formatFieldTexts({ ...row, fields }) });
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

/** Applies the edits of a former row to the newest one. */
function rebaseTexts(row: CatalogRow, base: CatalogRow, texts: FieldTexts): FieldTexts {
  const was = formatFieldTexts(base);
  const now = formatFieldTexts(row);
  return Object.fromEntries(
    Object.keys(now).map((name) => [name, texts[name] === was[name] ? (now[name] ?? '') : (texts[name] ?? '')]),
  );
}
