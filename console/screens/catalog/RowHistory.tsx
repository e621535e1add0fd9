import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { formatFieldTitle, formatFieldValue } from '../../person/formatFieldValue.ts';
import type { Fields } from './fieldTexts.ts';
import type { CatalogRow } from './RowEditor.tsx';

type RowHistoryProps = { readonly row: CatalogRow; readonly onRestore: (fields: Fields) => void };

/** The history of a row. An earlier state can be requested again. */
export function RowHistory({ row, onRestore }: RowHistoryProps) {
  return (
    <Card title="Change history" flush>
      {row.history.length === 0 && (
        <EmptyState>
          {row.fields === null ? 'No history: this setting has never existed.' : 'Default value; never changed.'}
        </EmptyState>
      )}
      <ol className="catalog-history">
        {row.history.map(({ id, at, who, approvedBy, why, action, before, after }) => {
          const former = parseFields(before);
          return (
            <li key={id}>
              <Time iso={at} />
              <div>
                <p>
                  {action === 'remove' ? (
                    <b>deleted</b>
                  ) : (
                    <FieldDifferences row={row} before={former} after={parseFields(after)} />
                  )}
                </p>
                <p className="second">
                  {who}
                  {approvedBy !== null && `, ${approvedBy}`}: “{why}”
                </p>
                {former && (
                  <Button size="small" kind="quiet" onClick={() => onRestore(former)}>
                    Restore previous values
                  </Button>
                )}
              </div>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

type FieldDifferencesProps = {
  readonly row: CatalogRow;
  readonly before: Fields | undefined;
  readonly after: Fields | undefined;
};

function FieldDifferences({ row: { kind, key }, before, after }: FieldDifferencesProps) {
  if (!before) return <b>created</b>;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after ?? {})])];
  const formatText = (fields: Fields | undefined, name: string) => formatFieldValue(kind, key, name, fields?.[name]);
  const differs = names.filter((name) => formatText(before, name) !== formatText(after, name));
  return differs.map((name) => (
    <span key={name} className="catalog-difference">
      {formatFieldTitle(kind, name)} {formatText(before, name) || 'empty'} → <b>{formatText(after, name) || 'empty'}</b>
    </span>
  ));
}

function parseFields(json: string | null): Fields | undefined {
  const value: unknown = json === null ? null : JSON.parse(json);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}
