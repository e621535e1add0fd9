import { type Slipway, SlipwayError } from '@slipway/node';
import type { Journal, OrderEvent } from './journal.ts';

/** Reads every event after the stored cursor with the call `events`, including events whose webhooks did not arrive. */
export async function catchUp(slipway: Slipway, journal: Journal, receive: (event: OrderEvent) => void): Promise<void> {
  for (;;) {
    const page = await readPage(slipway, journal);
    for (const event of page.events) receive(event);
    // Stored after the page was processed: after a crash before this line the page is read again, and its events are skipped
    // by id.
    if (page.next !== null) journal.storeCursor(page.next);
    if (!page.more) return;
  }
}

async function readPage(slipway: Slipway, journal: Journal) {
  const after = journal.readCursor();
  try {
    return await slipway.call('events', { limit: 200, ...(after !== undefined && { after }) });
  } catch (error) {
    if (!(error instanceof SlipwayError) || error.code !== 'cursor_unknown') throw error;
    // Events are kept for 30 days. Older changes are lost here: compare your orders with the call `orders`.
    console.error('The cursor is older than the oldest event: some events were missed. Beginning with the oldest.');
    journal.storeCursor(undefined);
    return slipway.call('events', { limit: 200 });
  }
}
