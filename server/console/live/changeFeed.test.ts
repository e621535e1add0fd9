import { expect, test } from 'vitest';
import { waitFor } from '../../../tools/patience/waitFor.testing.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { ANY_ORDER, type ChangeMessage, createChangeFeed } from './changeFeed.ts';

const { database, url } = await openOwnDatabase();

test('reports when it connects that any order may have changed, and then only actual changes', async () => {
  const feed = createChangeFeed(database, url, createLog('silent'));
  const messages: ChangeMessage[] = [];
  feed.subscribe((each) => messages.push(each));
  try {
    await waitFor(() => expect(messages.map(({ topics }) => topics.orders)).toContain(ANY_ORDER));
    const after = messages.length;
    await waitFor(() => expect(messages.length).toBeGreaterThan(after));
    expect(messages.at(-1)).toEqual({ orders: [], topics: {} });
  } finally {
    await feed.stop();
  }
});
