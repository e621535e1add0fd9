import { z } from 'zod';

/** Text with or without attributes, without characters that a database rejects; an empty element is ''. */
export const textElement = z
  .union([z.string(), z.object({ '#text': z.string() }).transform((content) => content['#text'])])
  .transform((content) => content.toWellFormed().replaceAll('\0', ''));

/** Returns true if an element has no content. It may have attributes, such as `xsi:nil` or the currency of an empty amount. */
function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === '';
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => key.startsWith('@'));
}

/** An optional element. An element without content is read as absent. */
export function optionalElement<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (isEmpty(value) ? undefined : value), schema.optional());
}

export function repeatedElement<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(
    (value) => (Array.isArray(value) ? value.filter((item) => !isEmpty(item)) : value),
    z.array(schema).default([]),
  );
}

export const dateTimeElement = textElement.pipe(
  z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/, 'is no date and time'),
);

/** A code of the external code sets, or a proprietary one of the bank. */
export const reasonElement = z
  .object({ Cd: optionalElement(textElement), Prtry: optionalElement(textElement) })
  .transform(({ Cd, Prtry }) => Cd ?? Prtry ?? '');

/** Describes the first place that violates the format. */
export function describeFault({ issues }: z.ZodError): string {
  const [first] = issues;
  return first ? `${first.path.join('.')}: ${first.message}`.slice(0, 300) : 'violates the format';
}
