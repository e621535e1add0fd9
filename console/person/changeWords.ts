import { fieldTitle, fieldWords } from './fieldWords.ts';
import type { OperatorRequest } from './useAct.ts';

type Change = { readonly kind: string; readonly key: string; readonly fields: Readonly<Record<string, unknown>> };

/** The fields that a requested change of a row sets: `Fee 3.6 %; Enabled no`. Undefined for any other request. */
export function changeWords({ action, input }: Pick<OperatorRequest, 'action' | 'input'>): string | undefined {
  if (action === 'remove') return 'the row is deleted';
  if (action !== 'set') return undefined;
  const change = readChange(input['change'] ?? '');
  return (
    change &&
    Object.entries(change.fields)
      .map(([name, value]) => `${fieldTitle(change.kind, name)} ${valueWords(change, name, value)}`)
      .join('; ')
  );
}

function valueWords({ kind, key }: Change, name: string, value: unknown): string {
  if (value === null) return 'removed';
  return fieldWords(kind, key, name, value).replaceAll('\n', ', ') || 'nothing';
}

function readChange(text: string): Change | undefined {
  try {
    const { kind = '', key = '', fields } = JSON.parse(text) as Partial<Change>;
    return typeof fields === 'object' && fields !== null ? { kind, key, fields } : undefined;
  } catch {
    return undefined;
  }
}
