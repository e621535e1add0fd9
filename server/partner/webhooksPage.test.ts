import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type WebhookType, webhookEvent, webhookExample, webhookTypes } from '@slipway/contract/webhookEvents.ts';
import { expect, test } from 'vitest';

const PAGE = fileURLToPath(new URL('../../docs/webhooks.md', import.meta.url));

/** Each section of the page's last part: its heading, its sentence and its example. */
function sections(): readonly (readonly [string, string, unknown])[] {
  const [, events = ''] = readFileSync(PAGE, 'utf8').split('\n## The events\n');
  return [...events.matchAll(/^### (\S+)\n\n(.+)\n\n```json\n([^`]+)\n```$/gm)].map(
    ([, type = '', about = '', body = '']) => [type, about, JSON.parse(body)],
  );
}

test('the page about webhooks has every event, in words and with an example that is one', () => {
  const types = Object.entries(webhookTypes) as [WebhookType, string][];
  expect(sections()).toEqual(types.map(([type, about]) => [type, `${about}.`, webhookExample(type)]));
  for (const [, , example] of sections()) webhookEvent.strict().parse(example);
});
