/** Values of components: derived ones such as `@method`, or headers by lower-case name. */
export type ComponentValues = Readonly<Record<string, string>>;

/**
 * Returns the signature base (RFC 9421, 2.5). `parameters`: the covered components with the signature's parameters, as in
 * Signature-Input. Undefined if the message lacks a component.
 */
export function buildSignatureBase(
  components: readonly string[],
  parameters: string,
  values: ComponentValues,
): string | undefined {
  if (!components.every((component) => Object.hasOwn(values, component))) return undefined;
  const lines = components.map((component) => `"${component}": ${values[component]}`);
  return [...lines, `"@signature-params": ${parameters}`].join('\n');
}
