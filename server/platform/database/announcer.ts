import pg from 'pg';

/** Channels on which processes announce what they committed. */
export type AnnouncementChannel = 'order_events' | 'configuration_changed' | 'jobs_sent';

export type Announcement = { readonly channel: AnnouncementChannel; readonly payload: string };

/** Announcements of one period are sent by one statement. */
const PERIOD_MS = 30;
/** `NOTIFY` takes payloads below 8,000 bytes (https://www.postgresql.org/docs/current/sql-notify.html); these are ASCII. */
const MOST_CHARACTERS = 7_900;
/** While the database is unavailable, older announcements are dropped: every listener queries again after it reconnects. */
const MOST_WAITING = 10_000;
/** A connection that does not answer is replaced. */
const TIMEOUT_MS = 5_000;

export type Announcer = {
  announce(announcements: readonly Announcement[]): void;
  /** Sends what is waiting, and closes the connection. */
  close(): Promise<void>;
};

/**
 * Announces committed changes on a separate connection. A `NOTIFY` in the transaction itself would hold a lock of the whole
 * cluster until its commit was flushed and replicated. No two such transactions could commit together (PreCommit_Notify in
 * https://github.com/postgres/postgres/blob/master/src/backend/commands/async.c). A process that ends between commit and
 * announcement loses the announcement: listeners also poll.
 */
export function createAnnouncer(settings: pg.PoolConfig, onLost: (error: unknown) => void): Announcer {
  let pool: pg.Pool | undefined;
  let waiting: Announcement[] = [];
  let sending: Promise<void> | undefined;
  let sentAt = 0;
  let isClosing = false;
  let wake = () => {};

  async function send(): Promise<void> {
    while (waiting.length > 0) {
      await pause(sentAt + PERIOD_MS - performance.now());
      const sent = packPayloads(waiting.splice(0));
      sentAt = performance.now();
      pool ??= openConnection(settings);
      await pool
        .query('select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as news (channel, payload)', [
          sent.map(({ channel }) => channel),
          sent.map(({ payload }) => payload),
        ])
        .catch(onLost);
    }
    sending = undefined;
  }

  async function pause(ms: number): Promise<void> {
    if (ms <= 0 || isClosing) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  return {
    announce(announcements) {
      if (announcements.length === 0) return;
      waiting.push(...announcements);
      waiting = waiting.slice(-MOST_WAITING);
      sending ??= send();
    },
    async close() {
      isClosing = true;
      wake();
      await sending;
      await pool?.end();
    },
  };
}

function openConnection(settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...settings, max: 1, query_timeout: TIMEOUT_MS });
  // The pool replaces an idle connection that breaks; without a listener the event would end the process.
  pool.on('error', () => undefined);
  return pool;
}

/** Joins the payloads of each channel with line feeds, in as few payloads as their length allows. */
export function packPayloads(announcements: readonly Announcement[]): readonly Announcement[] {
  const packed: Announcement[] = [];
  for (const [channel, all] of Map.groupBy(announcements, (announcement) => announcement.channel)) {
    let lines: string[] = [];
    let length = 0;
    for (const { payload } of all) {
      if (lines.length > 0 && length + payload.length + 1 > MOST_CHARACTERS) {
        packed.push({ channel, payload: lines.join('\n') });
        lines = [];
        length = 0;
      }
      lines.push(payload);
      length += payload.length + 1;
    }
    packed.push({ channel, payload: lines.join('\n') });
  }
  return packed;
}
