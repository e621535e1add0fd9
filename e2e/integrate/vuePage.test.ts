import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Component } from 'vue';
import { compileScript, parse } from 'vue/compiler-sfc';
import { dispatchMessage, mockFrameWindow, openPartnerPage, SERVER } from '../../embed/partnerPage.testing.ts';
import { findCodeBlock } from '../../tools/integrate/codeBlocks.testing.ts';

// @ownProcess: Vue is evaluated only once in a process, and uses the document that exists at that moment.
const page = openPartnerPage();

/** Compiles the Vue component of the documentation's page, as a build would. */
async function loadComponent(folder: string): Promise<Component> {
  const { descriptor, errors } = parse(findCodeBlock('vue', 'vue'));
  expect(errors).toEqual([]);
  const { content } = compileScript(descriptor, { id: 'buy', inlineTemplate: true });
  await writeFile(join(folder, 'buy.ts'), content);
  return ((await import(join(folder, 'buy.ts'))) as { readonly default: Component }).default;
}

test('the Vue component shows the frame, receives the order, opens a window and removes the frame', async () => {
  const parent = join(import.meta.dirname, '../node_modules/.cache');
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, 'vue-'));
  try {
    vi.stubGlobal('Element', window.Element).stubGlobal('SVGElement', window.SVGElement);
    const { createApp, nextTick } = await import('vue');
    const app = createApp(await loadComponent(folder));
    const place = page.element();
    app.mount(place);
    const frame = place.querySelector('iframe');
    expect(frame?.src).toBe(`${SERVER}/plugin?partnerId=shop&defaultSendCurrencyAmount=100`);
    dispatchMessage({
      source: mockFrameWindow(frame),
      data: { type: 'slipway:status', version: 1, orderNo: '7KQ2', status: 'paid' },
    });
    await nextTick();
    expect(place.querySelector('output')?.textContent).toBe('7KQ2 paid');
    page.opened.mockReturnValue({ closed: false });
    place.querySelector('button')?.click();
    expect(page.opened).toHaveBeenCalledTimes(1);
    app.unmount();
    expect(place.querySelector('iframe')).toBeNull();
  } finally {
    await rm(folder, { recursive: true });
  }
});
