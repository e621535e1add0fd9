/** The value of a component: a derived one such as `@method`, or a header by its name in small letters. */
export type ComponentValues = Readonly<Record<string, string>>;

/**
 * What is signed (RFC 9421, 2.5). `parameters`: the covered components with the signature's parameters, as they stand in
 * Signature-Input. Undefined where the message lacks a component.
 */
export function signatureBase(
  components: readonly string[],
  parameters: string,
  values: ComponentValues,
): string | undefined {
  if (!components.every((component) => Object.hasOwn(values, component))) return undefined;
  const lines = components.map((component) => `"${component}": ${values[component]}`);
  return [...lines, `"@signature-params": ${parameters}`].join('\n');
}
