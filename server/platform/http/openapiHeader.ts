import type { Parameter } from './openapiShape.ts';

/** A header that a request always has. */
export function requiredHeader(name: string, description: string, example: string): Parameter {
  return { name, in: 'header', required: true, description, schema: { type: 'string' }, example };
}
