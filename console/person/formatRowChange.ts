import { formatFieldTitle, formatFieldValue } from './formatFieldValue.ts';
import type { OperatorRequest } from './useSignedActions.ts';

type RowChange = { readonly kind: string; readonly key: string; readonly fields: Readonly<Record<string, unknown>> };

/**
 * Returns the fields that a requested change of a configuration row sets: `Fee 3.6 %; Enabled no`, or that it deletes the row.
 * Undefined for any other request, and for a change that cannot be parsed.
 */
export function formatRowChange({ action, input }: Pick<OperatorRequest, 'action' | 'input'>): string | undefined {
  if (action === 'remove') return 'the setting is deleted';
  if (action !== 'set') return undefined;
  const change = parseRowChange(input['change'] ?? '');
  return (
    change &&
    Object.entries(change.fields)
      .map(([name, value]) => `${formatFieldTitle(change.kind, name)} ${formatChangedValue(change, name, value)}`)
      .join('; ')
  );
}

function formatChangedValue({ kind, key }: RowChange, name: string, value: unknown): string {
  if (value === null) return 'removed';
  return formatFieldValue(kind, key, name, value).replaceAll('\n', ', ') || 'empty';
}

function parseRowChange(text: string): RowChange | undefined {
  try {
    const { kind = '', key = '', fields } = JSON.parse(text) as Partial<RowChange>;
    return typeof fields === 'object' && fields !== null ? { kind, key, fields } : undefined;
  } catch {
    return undefined;
  }
}
