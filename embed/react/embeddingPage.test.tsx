import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { act, type ComponentType, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { insideOf, openPartnerPage, SERVER, say } from '../partnerPage.testing.ts';

const DOCUMENT = fileURLToPath(new URL('../../docs/embedding.md', import.meta.url));
const page = openPartnerPage();
const { opened } = page;
beforeEach(() => opened.mockReturnValue({ closed: false }));

/** Everything that the document shows in a language, as it stands there. */
async function shown(language: string): Promise<readonly string[]> {
  const text = await readFile(DOCUMENT, 'utf8');
  return [...text.matchAll(/^```(\w+)\n([\s\S]+?)^```$/gm)].flatMap(([, fence, code = '']) =>
    fence === language ? [code] : [],
  );
}

/** The page of somebody who has copied every piece of HTML, one after the other. */
async function copiedPage(): Promise<void> {
  const html = (await shown('html')).join('\n');
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

test('the steps, copied one below the other, show the frame and say what becomes of the purchase', async () => {
  await copiedPage();
  const frame = document.querySelector<HTMLIFrameElement>('#buy iframe');
  expect(frame?.src).toMatch(/^https:\/\/pay\.example\/plugin\?partnerId=shop&/);
  const source = insideOf(frame);
  const said = () => document.getElementById('said')?.textContent;
  say({ source, data: { type: 'slipway:orderCreated', version: 1, orderNo: '7KQ2M4XD9TAB3' } });
  expect(said()).toBe('Order 7KQ2M4XD9TAB3');
  say({ source, data: { type: 'slipway:status', version: 1, orderNo: '7KQ2M4XD9TAB3', status: 'paid' } });
  expect(said()).toBe('paid');
});

test('the button opens a window in its press', async () => {
  await copiedPage();
  document.getElementById('open')?.click();
  const [[address] = []] = opened.mock.calls as [string][];
  expect(address).toBe(`${SERVER}/order?partnerId=shop&getCurrency=USDC_BASE&getCurrencyAmount=24`);
});

/** A module of the document's, as a file beside this one, and no source of the product while it is there. */
async function moduleOf(language: 'ts' | 'tsx'): Promise<Readonly<Record<string, unknown>>> {
  const [code = ''] = await shown(language);
  const folder = await mkdtemp(join(import.meta.dirname, 'copied-'));
  try {
    const file = join(folder, `copied.testing.${language}`);
    await writeFile(file, code);
    return (await import(file)) as Readonly<Record<string, unknown>>;
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('the module opens a window', async () => {
  const { buy } = (await moduleOf('ts')) as { readonly buy: () => void };
  buy();
  expect(opened).toHaveBeenCalledExactlyOnceWith(
    `${SERVER}/order?partnerId=shop&defaultSendCurrencyAmount=100`,
    '_blank',
    expect.any(String),
  );
});

test('the component shows the frame and opens a window', async () => {
  const { Buy } = (await moduleOf('tsx')) as { readonly Buy: ComponentType };
  const root = createRoot(page.element());
  await act(async () => root.render(createElement(Buy)));
  expect(document.querySelector('iframe')?.src).toBe(`${SERVER}/plugin?partnerId=shop`);
  await act(async () => document.querySelector('button')?.click());
  expect(opened).toHaveBeenCalledTimes(1);
  await act(async () => root.unmount());
});
