import { CallError } from '../../api/callError.ts';
import { text } from '../../i18n/text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';

type ListsFailedProps = {
  /** Why they did not come. */
  readonly error: unknown;
  readonly onRetry: () => void;
};

/** In the slip's place where the currencies did not come. */
export function ListsFailed({ error, onRetry }: ListsFailedProps) {
  return (
    <EmptyState
      message={text('edit.methods_failed')}
      detail={[text('edit.lists_failed'), referenceText(error)].filter(Boolean).join('\n')}
      action={text('ui.try_again')}
      onAction={onRetry}
    />
  );
}

/** The name under which the server's log knows the failure. */
function referenceText(error: unknown): string {
  const reference = error instanceof CallError ? error.detail?.facts['reference'] : undefined;
  return reference === undefined ? '' : text('edit.reference', { reference });
}
