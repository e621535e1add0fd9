import { readLimitedText } from '../readLimitedText.ts';
import { type FileResult, unavailable } from './addressExtract.ts';

/** Limits for one file; OFAC's own file has about thirty megabytes. */
const LIMITS = { extract: { ms: 10_000, bytes: 5_000_000 }, sdn: { ms: 120_000, bytes: 150_000_000 } } as const;

/** Reads one file of a list over HTTP. The URL may contain a key, so only the host is reported. */
export async function fetchListFile(url: URL, kind: keyof typeof LIMITS): Promise<FileResult> {
  const { ms, bytes } = LIMITS[kind];
  try {
    const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(ms) });
    if (answer.status === 200) return await readAnswer(url.host, answer, bytes);
    await answer.body?.cancel();
    if (answer.status === 404) return { kind: 'missing' };
    return unavailable(`${url.host} answered ${answer.status}`, readRetryAfterMs(answer));
  } catch (error) {
    return unavailable(`${url.host}: ${error instanceof Error ? error.name : 'failed'}`);
  }
}

async function readAnswer(host: string, answer: Response, mostBytes: number): Promise<FileResult> {
  const text = await readLimitedText(answer, mostBytes);
  if (text === undefined) return unavailable(`${host} answered more than ${mostBytes} bytes`);
  const changedAt = parseHttpDate(answer.headers.get('last-modified'));
  const tag = answer.headers.get('etag');
  return {
    kind: 'found',
    text,
    ...(changedAt && { changedAt }),
    ...(tag && { tag }),
  };
}

function parseHttpDate(header: string | null): Date | undefined {
  const date = new Date(header ?? '');
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function readRetryAfterMs(answer: Response): number | undefined {
  const seconds = Number(answer.headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined;
}
