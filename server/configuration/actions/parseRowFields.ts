import { z } from 'zod';
import { ConfigurationError, configurationKinds, findRowSchema, isConfigurationKind } from '../configurationKinds.ts';

type FieldSchema = { readonly type?: string; readonly anyOf?: readonly FieldSchema[] };
type RowSchema = { readonly properties?: Readonly<Record<string, FieldSchema>>; readonly anyOf?: readonly RowSchema[] };

/** The value that removes an optional field from a row. */
const REMOVAL_TEXT = 'none';

/**
 * Parses `minimum=30 enabled=false methods=bank_transfer` into a row's fields, with the types of its kind; a value that does
 * not fit stays text. `none` becomes null. A single value without a name is the value of a rule. Throws
 * {@link ConfigurationError}.
 */
export function parseRowFields(kind: string, key: string, assignments: readonly string[]): Record<string, unknown> {
  if (!isConfigurationKind(kind))
    throw new ConfigurationError(`there is no kind ${kind}: ${Object.keys(configurationKinds).join(', ')}`);
  const schema = z.toJSONSchema(findRowSchema(kind, key), { io: 'input', unrepresentable: 'any' }) as RowSchema;
  const [only = ''] = assignments;
  const pairs =
    kind === 'rule' && assignments.length === 1 && !only.startsWith('value=') ? [`value=${only}`] : assignments;
  if (pairs.length === 0) throw new ConfigurationError('give the change: FIELD=VALUE …');
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new ConfigurationError(`${pair}: write it as FIELD=VALUE`);
      const field = pair.slice(0, at);
      return [field, parseValue(pair.slice(at + 1), listTypes(schema, field))];
    }),
  );
}

function parseValue(text: string, types: ReadonlySet<string>): unknown {
  if (text === REMOVAL_TEXT) return null;
  if (types.has('array')) return text === '' ? [] : text.split(',').map((part) => part.trim());
  if (types.has('boolean') && /^(?:true|false)$/.test(text)) return text === 'true';
  if (types.has('integer') || types.has('number')) {
    if (!types.has('string')) return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
  }
  return text;
}

function listTypes(schema: RowSchema, field: string): ReadonlySet<string> {
  const found = [schema, ...(schema.anyOf ?? [])].flatMap(({ properties }) => properties?.[field] ?? []);
  return new Set(found.flatMap(({ type, anyOf }) => [type, ...(anyOf ?? []).map((part) => part.type)]).filter(isText));
}

function isText(value: string | undefined): value is string {
  return value !== undefined;
}
