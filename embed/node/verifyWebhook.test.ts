import { createWebhookExample } from '@slipway/contract/webhookEvents.ts';
import { Webhook } from 'standardwebhooks';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { type ReceivedWebhook, verifyWebhook, WebhookVerificationError } from './node.ts';

const NOW = new Date('2026-11-21T10:40:30Z');
const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const otherSecret = `whsec_${Buffer.alloc(24, 8).toString('base64')}`;
const body = JSON.stringify({ ...createWebhookExample('order.delivered'), data: { reference: 'für 100 €' } });
const ID = 'evt_9QvZk1mY3n0uTqkR8bXw2L5dE7c';

const signWith = (key: string, at: Date = NOW) => new Webhook(key).sign(ID, at, body);
const headersAt = (at: Date = NOW) => ({
  'webhook-id': ID,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': signWith(secret, at),
});
const secondsFromNow = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

describe('a webhook signed with the secret', () => {
  test.each([
    ['headers of node:http, text', { headers: headersAt(), body }],
    ['headers of the Fetch API, bytes', { headers: new Headers(headersAt()), body: Buffer.from(body) }],
    ['bytes that are no Buffer', { headers: headersAt(), body: new TextEncoder().encode(body) }],
    [
      'two signatures while the secret changes',
      { headers: { ...headersAt(), 'webhook-signature': `${signWith(otherSecret)} ${signWith(secret)}` }, body },
    ],
    ['300 seconds ago', { headers: headersAt(secondsFromNow(-300)), body }],
    ['a clock that is 300 seconds behind', { headers: headersAt(secondsFromNow(300)), body }],
  ])('is returned with its id: %s', (_how, request) => {
    expect(verifyWebhook({ ...request, secret }, NOW)).toEqual({ ...(JSON.parse(body) as object), id: ID });
  });

  test('is accepted if the secret ends with a line break', () => {
    expect(verifyWebhook({ headers: headersAt(), body, secret: `${secret}\n` }, NOW).id).toBe(ID);
  });
});

describe('any other request is rejected', () => {
  test.each([
    ['another body', 'signature_wrong', { body: body.replace('100', '900') }],
    ['another id', 'signature_wrong', { headers: { ...headersAt(), 'webhook-id': 'evt_2' } }],
    [
      'another time',
      'signature_wrong',
      { headers: { ...headersAt(), 'webhook-timestamp': headersAt(secondsFromNow(1))['webhook-timestamp'] } },
    ],
    ['another secret', 'signature_wrong', { secret: otherSecret }],
    [
      'another version',
      'signature_wrong',
      { headers: { ...headersAt(), 'webhook-signature': signWith(secret).replace('v1', 'v1a') } },
    ],
    ['no signature in the header', 'signature_wrong', { headers: { ...headersAt(), 'webhook-signature': 'v1,' } }],
    ['301 seconds old', 'timestamp_out_of_range', { headers: headersAt(secondsFromNow(-301)) }],
    ['301 seconds ahead', 'timestamp_out_of_range', { headers: headersAt(secondsFromNow(301)) }],
    ['no number as time', 'timestamp_out_of_range', { headers: { ...headersAt(), 'webhook-timestamp': 'NaN' } }],
    ['no id', 'header_missing', { headers: { ...headersAt(), 'webhook-id': undefined } }],
    ['an empty signature', 'header_missing', { headers: { ...headersAt(), 'webhook-signature': '' } }],
    ['a header that came twice', 'header_missing', { headers: { ...headersAt(), 'webhook-id': [ID, ID] } }],
    ['no headers at all', 'header_missing', { headers: new Headers() }],
  ])('%s', (_what, code, changed) => {
    const verify = () => verifyWebhook({ body, headers: headersAt(), secret, ...changed }, NOW);
    expect(verify).toThrow(WebhookVerificationError);
    expect(verify).toThrow(expect.objectContaining({ code }));
  });
});

test.each([
  ['a secret that is missing', /whsec_/, { secret: undefined }],
  ['a key in place of the secret', /whsec_/, { secret: 'slk_7KQ2M4XD9TAB_x' }],
  ['a parsed body', /raw body/, { body: JSON.parse(body) as string }],
])('a programming error throws a TypeError: %s', (_what, message, changed) => {
  const verify = () => verifyWebhook({ body, headers: headersAt(), secret, ...changed }, NOW);
  expect(verify).toThrow(TypeError);
  expect(verify).toThrow(message);
});

test('the type of an event narrows its status', () => {
  expectTypeOf<Extract<ReceivedWebhook, { type: 'order.paid' }>['data']['status']>().toEqualTypeOf<'paid'>();
  expectTypeOf<Extract<ReceivedWebhook, { type: 'order.created' }>['data']['status']>().toEqualTypeOf<
    ReceivedWebhook['data']['status']
  >();
});
