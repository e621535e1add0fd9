import { z } from 'zod';

/** Text with or without attributes, of characters that a database keeps; an empty element is ''. */
export const text = z
  .union([z.string(), z.object({ '#text': z.string() }).transform((content) => content['#text'])])
  .transform((content) => content.toWellFormed().replaceAll('\0', ''));

/** Whether an element has no content. It may have attributes: a currency without digits, or `xsi:nil`. */
function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === '';
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => key.startsWith('@'));
}

/** An optional element. One without content counts as absent. */
export function element<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (isEmpty(value) ? undefined : value), schema.optional());
}

export function list<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(
    (value) => (Array.isArray(value) ? value.filter((item) => !isEmpty(item)) : value),
    z.array(schema).default([]),
  );
}

export const moment = text.pipe(z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/, 'is no date and time'));

/** A code of the external code sets, or one of the bank's own. */
export const reason = z
  .object({ Cd: element(text), Prtry: element(text) })
  .transform(({ Cd, Prtry }) => Cd ?? Prtry ?? '');

/** Names the first place that is not as the format wants it. */
export function nameFault({ issues }: z.ZodError): string {
  const [first] = issues;
  return first ? `${first.path.join('.')}: ${first.message}`.slice(0, 300) : 'not as the format wants it';
}
