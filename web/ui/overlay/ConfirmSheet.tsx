import './confirmSheet.css';
import type { ReactNode } from 'react';
import { text } from '../../i18n/text.ts';
import { Button } from '../Button.tsx';
import { FieldMessage } from '../form/FieldMessage.tsx';
import { Sheet } from './Sheet.tsx';

type ConfirmSheetProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The question. */
  readonly title: string;
  /** Describes the effect of the action. */
  readonly children: ReactNode;
  /** Shows the affected item if the text does not. */
  readonly subject?: ReactNode;
  /** Button label: a verb with its object. */
  readonly act: string;
  readonly onAct: () => void;
  readonly working: boolean;
  readonly error?: string;
};

/** Asks for confirmation before a destructive action. */
export function ConfirmSheet({
  open,
  onClose,
  title,
  children,
  subject,
  act,
  onAct,
  working,
  error,
}: ConfirmSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <div className="sheet-body">
        {subject && <div className="confirm-subject">{subject}</div>}
        <p className="hint">{children}</p>
        {error && (
          <FieldMessage id="confirm-sheet-error" icon>
            {error}
          </FieldMessage>
        )}
        <div className="sheet-acts">
          <Button kind="ghost" onClick={onClose}>
            {text('ui.cancel')}
          </Button>
          <Button working={working} onClick={onAct}>
            {act}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
