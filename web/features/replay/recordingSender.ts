import { MAX_RECORDING_PART_LENGTH, MAX_RECORDING_PARTS } from '@slipway/contract/recordingLimits.ts';

const PATH = '/gateway/buying/addReplay';
const SEND_INTERVAL_MS = 2_000;
/** Maximum of unsent characters without an answer; beyond it the recording ends. */
const MAX_UNSENT_LENGTH = 2_000_000;
const RESP_OK = '200';

type Part = { readonly recording: string; readonly sequence: number; readonly events: string };

/** `again`: no answer arrived; the same part may be sent once more. */
export type SendResult = 'kept' | 'refused' | 'again';

export type RecordingSender = {
  add(event: object): void;
  /** Sends the pending events and stops. */
  stop(): void;
};

/** Sends one part outside the API calls: without cookies and without messages to the buyer. */
export async function sendPart(part: Part, keepalive = false): Promise<SendResult> {
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

/**
 * Collects events and sends them in order, one part at a time. Calls `onEnded` when sending has ended: after `stop`, a
 * refusal or the last part, or because too much is unsent.
 */
export function createRecordingSender(
  recording: string,
  onEnded: () => void,
  send: (part: Part, keepalive?: boolean) => Promise<SendResult> = sendPart,
): RecordingSender {
  let unsentText = '';
  let sequence = 1;
  let flushing: Promise<void> | null = null;
  let ended = false;

  const end = () => {
    if (ended) return;
    ended = true;
    unsentText = '';
    clearInterval(timer);
    removeEventListener('pagehide', sendOnPageHide);
    onEnded();
  };
  const sendUnsentText = async () => {
    while (unsentText !== '') {
      const events = takeFirstPart(unsentText);
      const sent = await send({ recording, sequence, events });
      if (sent === 'again') return;
      unsentText = unsentText.slice(events.length);
      sequence += 1;
      if (sent === 'refused' || sequence >= MAX_RECORDING_PARTS) end();
    }
  };
  const flush = () => {
    flushing ??= sendUnsentText().finally(() => {
      flushing = null;
    });
    return flushing;
  };
  /** On page hide, sends as much as fits into one part. A part in flight may be sent twice; the server stores it once. */
  const sendOnPageHide = () => {
    if (unsentText !== '') void send({ recording, sequence, events: takeFirstPart(unsentText) }, true);
  };
  const timer = setInterval(() => void flush(), SEND_INTERVAL_MS);
  addEventListener('pagehide', sendOnPageHide);

  return {
    add(event) {
      if (ended) return;
      unsentText += `${JSON.stringify(event)}\n`;
      if (unsentText.length > MAX_UNSENT_LENGTH) end();
      // A long event, such as the full snapshot, is sent at once: the following events are useless without it.
      else if (unsentText.length >= MAX_RECORDING_PART_LENGTH) void flush();
    },
    stop() {
      // The second flush sends events that arrived during the first.
      void flush().then(flush).finally(end);
    },
  };
}

/** Returns the text that fits into one part, without splitting a surrogate pair. */
export function takeFirstPart(text: string): string {
  if (text.length <= MAX_RECORDING_PART_LENGTH) return text;
  const lastCode = text.charCodeAt(MAX_RECORDING_PART_LENGTH - 1);
  const splitsPair = lastCode >= 0xd800 && lastCode <= 0xdbff;
  return text.slice(0, MAX_RECORDING_PART_LENGTH - (splitsPair ? 1 : 0));
}
