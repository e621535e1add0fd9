import { Button } from '../../parts/Button.tsx';
import { Note } from '../../parts/Note.tsx';
import { findFieldUnit, formatFieldTitle } from '../../person/formatFieldValue.ts';
import { type FieldTexts, formatFieldTexts } from './fieldTexts.ts';
import type { CatalogRow } from './RowEditor.tsx';

type EditConflictProps = {
  readonly row: CatalogRow;
  /** The row as it was when editing began. */
  readonly base: CatalogRow;
  readonly texts: FieldTexts;
  readonly onForget: () => void;
  readonly onReapply: () => void;
};

/** Shown if the row was changed since editing began: both values, and a choice. */
export function EditConflict({ row, base, texts, onForget, onReapply }: EditConflictProps) {
  if (row.edition === base.edition) return null;
  const was = formatFieldTexts(base);
  const now = formatFieldTexts(row);
  const differs = Object.keys(now).filter((name) => now[name] !== was[name]);
  return (
    <Note tone="warn">
      This setting was changed while you were editing.
      <ul className="catalog-conflict">
        {differs.map((name) => (
          <li key={name}>
            {formatFieldTitle(row.kind, name)}
            {formatUnitSuffix(row, name)}: was <b>{was[name] || 'empty'}</b>, is now <b>{now[name] || 'empty'}</b>
            {texts[name] !== was[name] && (
              <>
                , yours is <b>{texts[name] || 'empty'}</b>
              </>
            )}
          </li>
        ))}
      </ul>
      <div className="catalog-acts">
        <Button size="small" onClick={onReapply}>
          Keep mine
        </Button>
        <Button size="small" kind="quiet" onClick={onForget}>
          Use theirs
        </Button>
      </div>
    </Note>
  );
}

function formatUnitSuffix({ kind, key }: CatalogRow, name: string): string {
  const unit = findFieldUnit(kind, key, name);
  return unit === undefined ? '' : ` (${unit})`;
}
