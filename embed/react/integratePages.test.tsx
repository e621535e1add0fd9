import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { act, type ComponentType, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { findCodeBlock, parseCodeBlocks } from '../../tools/integrate/codeBlocks.testing.ts';
import { waitFor } from '../../tools/patience/waitFor.testing.ts';
import { dispatchMessage, mockFrameWindow, openPartnerPage, SERVER } from '../partnerPage.testing.ts';

const page = openPartnerPage();
const { opened } = page;
beforeEach(() => opened.mockReturnValue({ closed: false }));

/** Loads a page with all HTML blocks of the quick start in sequence. */
async function loadCopiedPage(): Promise<void> {
  const html = parseCodeBlocks('html')
    .flatMap(({ language, code }) => (language === 'html' ? [code] : []))
    .join('\n');
  document.body.innerHTML = html.replaceAll(/<script[\s\S]*?<\/script>/g, '');
  const [, src = ''] = /<script src="([^"]+)"/.exec(html) ?? [];
  const tag = Object.assign(document.createElement('script'), { src });
  Object.defineProperty(document, 'currentScript', { value: tag });
  vi.resetModules();
  await import('../loader/script.ts');
  const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code]) => code);
  // oxlint-disable-next-line typescript/no-implied-eval -- the page's own scripts, in the order in which a browser runs them
  new Function(inline.join('\n'))();
}

test('the HTML quick start shows the frame and the status of the purchase', async () => {
  await loadCopiedPage();
  const frame = document.querySelector<HTMLIFrameElement>('#buy iframe');
  expect(frame?.src).toMatch(/^https:\/\/pay\.example\/plugin\?partnerId=shop&/);
  const source = mockFrameWindow(frame);
  const status = () => document.getElementById('status')?.textContent;
  dispatchMessage({ source, data: { type: 'slipway:orderCreated', version: 1, orderNo: '7KQ2M4XD9TAB3' } });
  expect(status()).toBe('Order 7KQ2M4XD9TAB3');
  dispatchMessage({ source, data: { type: 'slipway:status', version: 1, orderNo: '7KQ2M4XD9TAB3', status: 'paid' } });
  expect(status()).toBe('paid');
});

test('the button of the HTML quick start opens a window when pressed', async () => {
  await loadCopiedPage();
  document.getElementById('open')?.click();
  const [[address] = []] = opened.mock.calls as [string][];
  expect(address).toBe(`${SERVER}/order?partnerId=shop&getCurrency=USDC_BASE&getCurrencyAmount=24`);
});

test.each([
  ['navigates to the purchase with the session', new Response('open_1'), ['/edit', 'open_1']],
  ['is closed if the server returns no session', new Response('<h1>Not found</h1>', { status: 404 }), []],
])('the window of the HTML quick start that waits for a session %s', async (_what, answer, found) => {
  await loadCopiedPage();
  const replace = vi.fn();
  const close = vi.fn();
  opened.mockReturnValue({ closed: false, location: { replace }, close });
  vi.stubGlobal('fetch', async () => answer);
  // oxlint-disable-next-line typescript/no-implied-eval -- as in a script of the page
  new Function(findCodeBlock('html', 'js'))();
  await waitFor(() => expect(replace.mock.calls.length + close.mock.calls.length).toBe(1));
  const addresses = replace.mock.calls.map(([address]) => new URL(address as string));
  expect(addresses.flatMap(({ pathname, searchParams }) => [pathname, searchParams.get('session')])).toEqual(found);
});

/** Evaluates a module of a page from a temporary file. */
async function loadModule(
  name: 'react' | 'nextjs',
  language: 'ts' | 'tsx',
): Promise<Readonly<Record<string, unknown>>> {
  const folder = await mkdtemp(join(import.meta.dirname, 'copied-'));
  try {
    const file = join(folder, `copied.testing.${language}`);
    await writeFile(file, findCodeBlock(name, language));
    return (await import(file)) as Readonly<Record<string, unknown>>;
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('the function of the React quick start opens a window', async () => {
  const { buy } = (await loadModule('react', 'ts')) as { readonly buy: () => void };
  buy();
  expect(opened).toHaveBeenCalledExactlyOnceWith(
    `${SERVER}/order?partnerId=shop&defaultSendCurrencyAmount=100`,
    '_blank',
    expect.any(String),
  );
});

test('the component of the React quick start shows the frame and opens a window', async () => {
  const { Buy } = (await loadModule('react', 'tsx')) as { readonly Buy: ComponentType };
  const root = createRoot(page.element());
  await act(async () => root.render(createElement(Buy)));
  expect(document.querySelector('iframe')?.src).toBe(`${SERVER}/plugin?partnerId=shop`);
  await act(async () => document.querySelector('button')?.click());
  expect(opened).toHaveBeenCalledTimes(1);
  await act(async () => root.unmount());
});

test('the button of the Next.js quick start opens a window that waits for the server’s session', async () => {
  const { BuyButton } = (await loadModule('nextjs', 'tsx')) as { readonly BuyButton: ComponentType };
  const replace = vi.fn();
  opened.mockReturnValue({ closed: false, location: { replace } });
  const fakeFetch = vi.fn(async () => new Response('open_1'));
  vi.stubGlobal('fetch', fakeFetch);
  const root = createRoot(page.element());
  await act(async () => root.render(createElement(BuyButton)));
  await act(async () => document.querySelector('button')?.click());
  expect(fakeFetch).toHaveBeenCalledExactlyOnceWith('/session', { method: 'POST' });
  await waitFor(() => expect(replace).toHaveBeenCalledWith(`${SERVER}/edit?partnerId=shop&session=open_1`));
  await act(async () => root.unmount());
});
