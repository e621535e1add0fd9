import { type EmbedMessage, readEmbedMessage } from '@slipway/contract/embed/messages.ts';
import type { EmitEvent, EventName } from './events.ts';

/**
 * Receives the messages of one window. Accepts a message if it comes from the server's exact origin and from this window, and
 * has a valid format. Returns a function that stops receiving.
 */
export function receiveMessages(
  origin: string,
  getSender: () => Window | null,
  onMessage: (message: EmbedMessage) => void,
): () => void {
  const receive = (event: MessageEvent<unknown>) => {
    if (event.origin !== origin || event.source === null || event.source !== getSender()) return;
    const message = readEmbedMessage(event.data);
    if (message) onMessage(message);
  };
  addEventListener('message', receive);
  return () => removeEventListener('message', receive);
}

/** Emits a message as an event with the name of its type and with its other fields, except the protocol version. */
export function emitMessage(emit: EmitEvent, message: EmbedMessage): void {
  const { type, version: _version, ...detail } = message;
  emit(type.slice('slipway:'.length) as EventName, detail as never);
}
