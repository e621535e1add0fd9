import { CallError } from '../../../api/callError.ts';
import { text } from '../../../i18n/text.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';

type ListsFailedProps = {
  /** Why the lists failed to load. */
  readonly error: unknown;
  readonly onRetry: () => void;
};

/** Shown instead of the amounts if the currencies failed to load. */
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

/** Returns the reference of the failure in the server's log. */
function referenceText(error: unknown): string {
  const reference = error instanceof CallError ? error.detail?.facts['reference'] : undefined;
  return reference === undefined ? '' : text('edit.reference', { reference });
}
