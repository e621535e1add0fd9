import { MOST_REPLAY_CHARACTERS, MOST_REPLAY_PARTS } from '@slipway/contract/replayLimits.ts';

const PATH = '/gateway/buying/addReplay';
const EVERY_MS = 2_000;
/** Without an answer so much waits; then the recording ends. */
const MOST_WAITING = 2_000_000;
const RESP_OK = '200';

type Part = { readonly recording: string; readonly sequence: number; readonly events: string };

/** `again`: no answer came, the same part may be sent once more. */
export type Sent = 'kept' | 'refused' | 'again';

export type ReplaySender = {
  add(event: object): void;
  /** Sends what waits, and no more after it. */
  stop(): void;
};

/** Sends one part beside the calls: without cookies, and never with a word to the buyer. */
export async function sendPart(part: Part, keepalive = false): Promise<Sent> {
  try {
    const response = await fetch(PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      credentials: 'omit',
      priority: 'low',
      keepalive,
      body: JSON.stringify(part),
    });
    return ((await response.json()) as { respCode?: unknown }).respCode === RESP_OK ? 'kept' : 'refused';
  } catch {
    return 'again';
  }
}

/** Collects events and sends them in order, one part after another. `onEnded`: the server takes no more. */
export function createReplaySender(
  recording: string,
  onEnded: () => void,
  send: (part: Part, keepalive?: boolean) => Promise<Sent> = sendPart,
): ReplaySender {
  let waiting = '';
  let sequence = 1;
  let flushing: Promise<void> | null = null;
  let ended = false;

  const end = () => {
    if (ended) return;
    ended = true;
    waiting = '';
    clearInterval(timer);
    removeEventListener('pagehide', leave);
    onEnded();
  };
  const sendWaiting = async () => {
    while (waiting !== '') {
      const events = cutPart(waiting);
      const sent = await send({ recording, sequence, events });
      if (sent === 'again') return;
      waiting = waiting.slice(events.length);
      sequence += 1;
      if (sent === 'refused' || sequence >= MOST_REPLAY_PARTS) end();
    }
  };
  const flush = () => {
    flushing ??= sendWaiting().finally(() => {
      flushing = null;
    });
    return flushing;
  };
  /** The page goes: what fits into one part goes with it. A part that is under way may be sent twice, and is kept once. */
  const leave = () => {
    if (waiting !== '') void send({ recording, sequence, events: cutPart(waiting) }, true);
  };
  const timer = setInterval(() => void flush(), EVERY_MS);
  addEventListener('pagehide', leave);

  return {
    add(event) {
      if (ended) return;
      waiting += `${JSON.stringify(event)}\n`;
      if (waiting.length > MOST_WAITING) end();
      // The picture of the whole page goes at once: without it nothing that follows can be looked at.
      else if (waiting.length >= MOST_REPLAY_CHARACTERS) void flush();
    },
    stop() {
      // The second round is for what came while the first was under way.
      void flush().then(flush).finally(end);
    },
  };
}

/** As much as one part may hold, never half of a character. */
export function cutPart(text: string): string {
  if (text.length <= MOST_REPLAY_CHARACTERS) return text;
  const lastCode = text.charCodeAt(MOST_REPLAY_CHARACTERS - 1);
  const splitsPair = lastCode >= 0xd800 && lastCode <= 0xdbff;
  return text.slice(0, MOST_REPLAY_CHARACTERS - (splitsPair ? 1 : 0));
}
