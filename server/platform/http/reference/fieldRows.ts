import type { JsonSchema } from '../openapiShape.ts';
import {
  alternatives,
  constraintWords,
  resolved,
  type SharedSchemas,
  type TypeWord,
  typeWords,
} from './schemaWords.ts';

/** One field, named by its path: `data.priceList[].payMethod`. */
export type FieldRow = {
  readonly path: string;
  readonly types: readonly TypeWord[];
  readonly required: boolean;
  readonly constraints: readonly string[];
  readonly description: string;
};

/** Deeper than anything that the wire has: a schema that holds itself ends there. */
const DEEPEST = 8;

/** Every field of an object, each followed by those inside it. */
export function fieldRows(schema: JsonSchema, shared: SharedSchemas, prefix = '', depth = 0): FieldRow[] {
  if (depth > DEEPEST) return [];
  const { properties = {}, required = [] } = resolved(schema, shared);
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const row: FieldRow = {
      path,
      types: typeWords(field, shared),
      required: required.includes(name),
      // What a shared value keeps to is told once, where its name leads.
      constraints: constraintWords(field, shared),
      description: resolved(field, shared).description ?? '',
    };
    return [row, ...rowsInside(field, shared, path, depth)];
  });
}

function rowsInside(field: JsonSchema, shared: SharedSchemas, path: string, depth: number): FieldRow[] {
  const plain = resolved(field, shared);
  if (plain.type === 'array') return rowsInside(plain.items ?? {}, shared, `${path}[]`, depth + 1);
  const inside = alternatives(plain) ?? [plain];
  return inside.flatMap((part) => fieldRows(part, shared, path, depth + 1));
}
