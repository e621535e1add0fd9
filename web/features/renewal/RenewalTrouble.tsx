import { CallError } from '../../api/callError.ts';
import { errorText } from '../../i18n/errorText.ts';
import { text } from '../../i18n/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import './renewalTrouble.css';

/** respCodes that another entry would cure: asking the same again would not. */
const ENTRY_CODES = new Set(['400', '500', '501', '509']);

type RenewalTroubleProps = {
  readonly error: unknown;
  readonly onRetry: () => void;
};

/** No quote came: why, and the way on. Nothing when the whole app has already reacted. */
export function RenewalTrouble({ error, onRetry }: RenewalTroubleProps) {
  if (!error || (error instanceof CallError && error.handled)) return null;
  if (error instanceof CallError && ENTRY_CODES.has(error.respCode)) {
    return (
      <div className="renewal-trouble" role="alert">
        <p>{errorText(error)}</p>
        <ButtonLink href="/edit">{text('purchase.change_amount')}</ButtonLink>
      </div>
    );
  }
  return (
    <div className="renewal-trouble-retry">
      <EmptyState message={errorText(error)} action={text('ui.try_again')} onAction={onRetry} />
    </div>
  );
}
