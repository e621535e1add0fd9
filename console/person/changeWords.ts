import type { OperatorRequest } from './useAct.ts';

/** What a change of a row says, field by field; undefined for what is none. */
export function changeWords({ action, input }: Pick<OperatorRequest, 'action' | 'input'>): string | undefined {
  if (action === 'remove') return 'the row is taken out';
  if (action !== 'set') return undefined;
  const fields = fieldsIn(input['change'] ?? '');
  return (
    fields &&
    Object.entries(fields)
      .map(([name, value]) => `${name} ${valueWords(value)}`)
      .join('; ')
  );
}

function valueWords(value: unknown): string {
  if (value === null) return 'taken out';
  if (Array.isArray(value)) return value.join(', ') || 'nothing';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function fieldsIn(change: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const { fields } = JSON.parse(change) as { readonly fields?: Readonly<Record<string, unknown>> };
    return typeof fields === 'object' && fields !== null ? fields : undefined;
  } catch {
    return undefined;
  }
}
