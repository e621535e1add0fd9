import { type EmbedMessage, readEmbedMessage } from '@slipway/contract/embed/messages.ts';
import type { Emit, EventName } from './events.ts';

/**
 * Hears what one window says, and nobody else: a message counts when it comes from the server's exact origin, and from
 * this very window, and is one of ours. Gives back the function that ends it.
 */
export function hear(origin: string, speaker: () => Window | null, tell: (message: EmbedMessage) => void): () => void {
  const receive = (event: MessageEvent<unknown>) => {
    if (event.origin !== origin || event.source === null || event.source !== speaker()) return;
    const message = readEmbedMessage(event.data);
    if (message) tell(message);
  };
  addEventListener('message', receive);
  return () => removeEventListener('message', receive);
}

/** A message as the event of its name, without what only the wire needs. */
export function emitMessage(emit: Emit, message: EmbedMessage): void {
  const { type, version: _version, ...detail } = message;
  emit(type.slice('slipway:'.length) as EventName, detail as never);
}
