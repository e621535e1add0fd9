import { expect, test, vi } from 'vitest';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { ANY_ORDER, createLiveNews, type News } from './liveNews.ts';

const { database, url } = await openOwnDatabase();

test('a line that was opened anew says that any order may have changed, and then only what has', async () => {
  const news = createLiveNews(database, url, createLog('silent'));
  const heard: News[] = [];
  news.subscribe((each) => heard.push(each));
  try {
    await vi.waitFor(() => expect(heard.map(({ topics }) => topics.orders)).toContain(ANY_ORDER), { timeout: 10_000 });
    const after = heard.length;
    await vi.waitFor(() => expect(heard.length).toBeGreaterThan(after), { timeout: 10_000 });
    expect(heard.at(-1)).toEqual({ orders: [], topics: {} });
  } finally {
    await news.stop();
  }
});
