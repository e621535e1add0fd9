/** The statuses that an order's stream has sent so far, in order, and a function that closes the stream. */
export type StreamedStatuses = { readonly statuses: readonly string[]; leave(): void };

/** Follows an order by its stream of changes, as an open page does, but without polling. */
export async function followOrderStream(origin: string, orderNo: string): Promise<StreamedStatuses> {
  const leaving = new AbortController();
  const answer = await fetch(`${origin}/gateway/buying/orderEvents?orderNo=${orderNo}`, { signal: leaving.signal });
  if (!answer.ok || !answer.body) throw new Error(`the stream of ${orderNo} was answered with ${answer.status}`);
  const statuses: string[] = [];
  void collectStatuses(answer.body, statuses).catch(() => undefined);
  return { statuses, leave: () => leaving.abort() };
}

async function collectStatuses(body: ReadableStream<Uint8Array>, statuses: string[]): Promise<void> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of body) {
    text += decoder.decode(part, { stream: true });
    const messages = text.split('\n\n');
    text = messages.pop() ?? '';
    for (const message of messages) {
      const data = /^data: (.*)$/m.exec(message)?.[1];
      if (data) statuses.push((JSON.parse(data) as { readonly status: string }).status);
    }
  }
}
