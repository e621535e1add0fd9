/** Reads an answer as text. Returns undefined if it is longer than `mostBytes`, and then does not read the rest. */
export async function readLimitedText(answer: Response, mostBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop aborts the transfer.
    if (bytes > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
