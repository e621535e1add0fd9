import type { ExampleObject, OpenApiDocument, Operation, Reference, ResponseObject } from '../openapiShape.ts';

/** One way in which a call may refuse. */
export type RefusalRow = {
  readonly key: string;
  readonly respCode: string;
  readonly httpStatus: string;
  readonly text: string;
};

/** Every refusal of a call, by the examples of its responses. */
export function refusalRows(document: OpenApiDocument, operation: Operation): RefusalRow[] {
  return Object.entries(operation.responses).flatMap(([httpStatus, response]) => {
    const examples = responseOf(document, response)?.content?.['application/json']?.examples ?? {};
    return Object.entries(examples).flatMap(([key, example]) => {
      const { value, description = '' } = exampleOf(document, example) ?? {};
      const respCode = respCodeOf(value);
      return respCode === undefined || !isRefusal(value) ? [] : [{ key, respCode, httpStatus, text: description }];
    });
  });
}

/** What every call may answer: told once, not with each of them. */
export function refusalsOfEveryCall(document: OpenApiDocument): RefusalRow[] {
  const [first = [], ...others] = Object.values(document.paths).flatMap(({ post }) =>
    post ? [refusalRows(document, post)] : [],
  );
  return first.filter(({ key }) => others.every((rows) => rows.some((row) => row.key === key)));
}

export function responseOf(
  { components }: OpenApiDocument,
  response: ResponseObject | Reference | undefined,
): ResponseObject | undefined {
  if (!response || !('$ref' in response)) return response;
  return components.responses[lastPart(response.$ref)];
}

export function exampleOf(
  { components }: OpenApiDocument,
  example: ExampleObject | Reference,
): ExampleObject | undefined {
  return '$ref' in example ? components.examples[lastPart(example.$ref)] : example;
}

function lastPart($ref: string): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

function respCodeOf(value: unknown): string | undefined {
  const { respCode } = (value ?? {}) as { readonly respCode?: unknown };
  return typeof respCode === 'string' ? respCode : undefined;
}

function isRefusal(value: unknown): boolean {
  const { data } = value as { readonly data?: { readonly error?: unknown } | null };
  return typeof data?.error === 'string';
}
