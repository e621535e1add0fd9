/** What the stream of an order's changes has told so far, in order, and a way to leave it. */
export type ToldStatuses = { readonly statuses: readonly string[]; leave(): void };

/** Follows an order by its stream alone, as an open page does. */
export async function followStream(origin: string, orderNo: string): Promise<ToldStatuses> {
  const leaving = new AbortController();
  const answer = await fetch(`${origin}/gateway/buying/orderEvents?orderNo=${orderNo}`, { signal: leaving.signal });
  if (!answer.ok || !answer.body) throw new Error(`the stream of ${orderNo} was answered with ${answer.status}`);
  const statuses: string[] = [];
  void read(answer.body, statuses).catch(() => undefined);
  return { statuses, leave: () => leaving.abort() };
}

async function read(body: ReadableStream<Uint8Array>, statuses: string[]): Promise<void> {
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
