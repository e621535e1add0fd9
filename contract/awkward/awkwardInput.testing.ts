/** Expected result of an input: the stored or sent text, or a refusal with its problem or error key. */
export type Outcome = { readonly accepted: string } | { readonly refused: string };

export type AwkwardInput = readonly [input: string, outcome: Outcome];

/** Returns inputs that are accepted unchanged. */
export function acceptUnchanged(...inputs: readonly string[]): AwkwardInput[] {
  return inputs.map((input) => [input, { accepted: input }]);
}

/** Returns inputs that are accepted as the second text. */
export function acceptAs(...pairs: readonly (readonly [input: string, accepted: string])[]): AwkwardInput[] {
  return pairs.map(([input, accepted]) => [input, { accepted }]);
}

export function refuse(refused: string, ...inputs: readonly string[]): AwkwardInput[] {
  return inputs.map((input) => [input, { refused }]);
}
