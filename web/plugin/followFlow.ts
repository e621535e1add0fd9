import { type EmbedMessageType, readEmbedMessage } from '@slipway/contract/embed/messages.ts';
import type { Host } from './host.ts';

/** What a purchase may have the host told. */
const PASSED_ON: ReadonlySet<EmbedMessageType> = new Set(['slipway:orderCreated', 'slipway:status', 'slipway:error']);

/** No event tells that another window has been closed. */
const LOOK_MS = 500;

export type FollowingPage = Pick<Window, 'location' | 'addEventListener' | 'removeEventListener'>;

/**
 * Passes on to the host what the window of the purchase says, until it is closed. The page listens to that window alone,
 * and only while it shows a page of our own origin.
 */
export function followFlow(flow: Window, host: Host, page: FollowingPage = window): void {
  const hear = ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== page.location.origin || source !== flow) return;
    const message = readEmbedMessage(data);
    if (message?.type === 'slipway:close') end();
    else if (message && PASSED_ON.has(message.type)) host.send(message);
  };
  const end = () => {
    clearInterval(looking);
    page.removeEventListener('message', hear);
    host.send({ type: 'slipway:close' });
  };
  page.addEventListener('message', hear);
  const looking = setInterval(() => flow.closed && end(), LOOK_MS);
}
