import { type EmbedMessageType, readEmbedMessage } from '@slipway/contract/embed/messages.ts';
import type { Host } from './host.ts';

/** Messages that are forwarded to the host. */
const FORWARDED_MESSAGES: ReadonlySet<EmbedMessageType> = new Set([
  'slipway:orderCreated',
  'slipway:status',
  'slipway:error',
]);

/** There is no event for the closing of another window, so it is polled. */
const CLOSED_POLL_MS = 500;

export type ForwardingPage = Pick<Window, 'location' | 'addEventListener' | 'removeEventListener'>;

/**
 * Forwards messages from the purchase window to the host until the window closes. Only messages from that window are
 * accepted, and only while it shows a page of our own origin.
 */
export function forwardFlowMessages(flow: Window, host: Host, page: ForwardingPage = window): void {
  const receiveMessage = ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== page.location.origin || source !== flow) return;
    const message = readEmbedMessage(data);
    if (message?.type === 'slipway:close') end();
    else if (message && FORWARDED_MESSAGES.has(message.type)) host.send(message);
  };
  const end = () => {
    clearInterval(closedPoll);
    page.removeEventListener('message', receiveMessage);
    host.send({ type: 'slipway:close' });
  };
  page.addEventListener('message', receiveMessage);
  const closedPoll = setInterval(() => flow.closed && end(), CLOSED_POLL_MS);
}
