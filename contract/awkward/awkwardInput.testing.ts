/** What must come out of an input: the text that is stored or sent, or a refusal with its problem or error key. */
export type Outcome = { readonly accepted: string } | { readonly refused: string };

export type AwkwardInput = readonly [input: string, outcome: Outcome];

/** Accepted without a change. */
export function accept(...inputs: readonly string[]): AwkwardInput[] {
  return inputs.map((input) => [input, { accepted: input }]);
}

/** Accepted as the second text. */
export function read(...pairs: readonly (readonly [input: string, accepted: string])[]): AwkwardInput[] {
  return pairs.map(([input, accepted]) => [input, { accepted }]);
}

export function refuse(refused: string, ...inputs: readonly string[]): AwkwardInput[] {
  return inputs.map((input) => [input, { refused }]);
}
