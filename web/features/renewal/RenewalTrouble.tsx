import CircleAlert from 'lucide-react/icons/circle-alert';
import type { ReactNode } from 'react';
import { CallError } from '../../api/callError.ts';
import { errorText } from '../../i18n/errorText.ts';
import { text } from '../../i18n/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import './renewalTrouble.css';

/** respCodes that need a different entry; retrying the same request would not help. */
const ENTRY_CODES = new Set(['400', '500', '501', '509']);

type RenewalTroubleProps = {
  readonly error: unknown;
  readonly onRetry: () => void;
};

/** Explains why no quote is available and offers the next action. Renders nothing if the app has already handled the error. */
export function RenewalTrouble({ error, onRetry }: RenewalTroubleProps) {
  if (!error || (error instanceof CallError && error.handled)) return null;
  if (needsOtherEntry(error)) {
    return (
      <p className="renewal-trouble" role="alert">
        <CircleAlert size={18} strokeWidth={2.1} aria-hidden="true" />
        {errorText(error)}
      </p>
    );
  }
  return (
    <div className="renewal-trouble-retry">
      <EmptyState message={errorText(error)} action={text('ui.try_again')} onAction={onRetry} />
    </div>
  );
}

type MainActionProps = { readonly error: unknown; readonly children: ReactNode };

/** Shows the screen's main button, or a link to change the amount if only that can help. */
export function MainAction({ error, children }: MainActionProps) {
  if (!needsOtherEntry(error)) return children;
  return (
    <ButtonLink kind="filled" href="/edit">
      {text('purchase.change_amount')}
    </ButtonLink>
  );
}

function needsOtherEntry(error: unknown): boolean {
  return error instanceof CallError && ENTRY_CODES.has(error.respCode);
}
