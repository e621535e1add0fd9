import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { getRefusal, type MemberBrowser } from './memberBrowser.testing.ts';
import { mia, openPartnerPagesWorld } from './partnerPagesWorld.testing.ts';

const { database, operate, addPartner, openOwner, openDeveloper } = await openPartnerPagesWorld();

const findNewest = async (browser: MemberBrowser) => (await browser.call('changes', {})).requests[0];

test('a request for origins is closed by the operator’s change of the row, and only by that', async () => {
  const browser = await openOwner('shop');
  const values = ['https://shop.example', 'https://www.shop.example'];
  const { id } = await browser.call('requestChange', { kind: 'origins', values });
  const [open] = (await browser.call('overview', {})).requests;
  expect(open).toMatchObject({ id, kind: 'origins', values, state: 'open', requestedBy: mia.name, decidedAt: null });
  expect((await browser.call('overview', {})).origins).toEqual(['https://shop.example']);

  await operate('set', ['partner', 'shop', 'name=The shop']);
  await operate('set', ['partner', 'shop', 'origins=https://other.example']);
  expect(await findNewest(browser)).toMatchObject({ state: 'open' });
  await operate('set', ['partner', 'shop', `origins=${values.toReversed().join(',')}`]);
  expect(await findNewest(browser)).toMatchObject({
    id,
    state: 'approved',
    decidedAt: expect.any(String) as string,
    operatorRequest: expect.any(Number) as number,
  });
  expect((await browser.call('overview', {})).requests).toEqual([]);
});

test.each([
  ['redirects', ['https://shop.example', 'com.example.shop://'], 'redirects=https://shop.example,com.example.shop://'],
  ['webhookUrl', ['https://shop.example/hooks'], 'webhookUrl=https://shop.example/hooks'],
  ['share', ['1.50'], 'share=0.015'],
] as const)('a request for %s is closed by the operator’s change', async (kind, values, field) => {
  await addPartner(`for-${kind.toLowerCase()}`);
  const browser = await openOwner(`for-${kind.toLowerCase()}`);
  await browser.call('requestChange', { kind, values: [...values] });
  await operate('set', ['partner', `for-${kind.toLowerCase()}`, field]);
  expect(await findNewest(browser)).toMatchObject({ kind, state: 'approved' });
});

test.each([
  ['key', 'partner-key', 0],
  ['linkKey', 'rotate-link-key', 1],
  ['webhookSecret', 'rotate-secret', 0],
] as const)(
  'a request for a new %s is closed by %s, and the secret is not shown to the partner',
  async (kind, command, lineOfSecret) => {
    await addPartner(`with-${command}`);
    const browser = await openOwner(`with-${command}`);
    await browser.call('requestChange', { kind, values: [] });
    const secret = (await operate(command, [`with-${command}`])).split('\n')[lineOfSecret];
    expect(await findNewest(browser)).toMatchObject({ kind, state: 'approved' });
    const listed = await browser.call('keys', {});
    expect(Object.values(listed).flat()).toEqual([expect.objectContaining({ retiresAt: null })]);
    const shown = JSON.stringify([listed, await browser.call('changes', {}), await browser.call('overview', {})]);
    expect(shown).not.toContain(secret);
  },
);

test('the operator rejects a request with a reason that the partner reads', async () => {
  const browser = await openOwner('tea');
  const { id } = await browser.call('requestChange', { kind: 'share', values: ['40'] });
  expect(await operate('partner', ['tea'])).toContain(`requested  ${id} share 40, since `);
  const reject = (partner: string, message: string) => operate('reject-change', [partner, String(id)], { message });
  await expect(reject('shop', 'no')).rejects.toThrow(`shop has no open change request ${id}`);
  await expect(reject('tea', ' ')).rejects.toThrow('--message');
  await reject('tea', 'Our contract says 2%.');
  // Without the operator's own reason, which the audit trail has.
  expect(await findNewest(browser)).toMatchObject({ id, state: 'rejected', reason: 'Our contract says 2%.' });
  await expect(reject('tea', 'no')).rejects.toThrow('no open change request');
});

test('only one request of a kind is open; it can be withdrawn', async () => {
  await addPartner('one');
  const owner = await openOwner('one');
  const developer = await openDeveloper(owner, 'Dev');
  const { id } = await developer.call('requestChange', { kind: 'key', values: [] });
  expect(getRefusal(await owner.post('requestChange', { kind: 'key', values: [] }))).toBe('change_open');
  await owner.call('withdrawChange', { id });
  expect(await findNewest(owner)).toMatchObject({ state: 'withdrawn', requestedBy: 'Dev' });
  expect(getRefusal(await owner.post('withdrawChange', { id }))).toBe('member_item_unknown');
  await owner.call('requestChange', { kind: 'key', values: [] });
});

describe('the operator', () => {
  const listAlerts = (id: number) =>
    database.many(sql`
      select facts, settled_by as "settledBy" from operator_alerts where kind = 'partner_change_request' and key like ${`%:${id}`}`);

  type Close = (browser: MemberBrowser, id: number, partner: string) => Promise<unknown>;
  const endings: Readonly<Record<string, Close>> = {
    withdrawn: (browser, id) => browser.call('withdrawChange', { id }),
    rejected: (_, id, partner) => operate('reject-change', [partner, String(id)], { message: 'No.' }),
    fulfilled: (_, _id, partner) => operate('set', ['partner', partner, 'share=0.02']),
  };
  test.each(Object.keys(endings))('has an alert until the request is %s', async (ending) => {
    const partner = `alert-${ending}`;
    await addPartner(partner);
    const browser = await openOwner(partner);
    const { id } = await browser.call('requestChange', { kind: 'share', values: ['2'] });
    const facts = { partner, change: 'share', changeRequest: id };
    expect(await listAlerts(id)).toEqual([{ facts, settledBy: null }]);
    await endings[ending]?.(browser, id, partner);
    expect(await listAlerts(id)).toEqual([{ facts, settledBy: 'slipway' }]);
  });
});

test('another partner’s request is not shown and cannot be withdrawn', async () => {
  await addPartner('mine');
  await addPartner('theirs');
  const [mine, theirs] = [await openOwner('mine'), await openOwner('theirs')];
  const { id } = await theirs.call('requestChange', { kind: 'key', values: [] });
  expect((await mine.call('changes', {})).requests).toEqual([]);
  expect(getRefusal(await mine.post('withdrawChange', { id }))).toBe('member_item_unknown');
  expect(await findNewest(theirs)).toMatchObject({ state: 'open' });
});

test.each([
  ['origins', ['https://shop.example/path']],
  ['origins', ['https://*']],
  ['redirects', ['javascript://']],
  ['webhookUrl', ['not an address']],
  ['webhookUrl', ['https://a.example/', 'https://b.example/']],
  ['webhookUrl', []],
  ['share', ['100']],
  ['share', ['a lot']],
  ['key', ['slk_mine']],
])('refuses a request for %s %j', async (kind, values) => {
  const browser = await openOwner('tea');
  expect(getRefusal(await browser.post('requestChange', { kind, values }))).toBe('change_refused');
});

test('refuses a request for the current values', async () => {
  await addPartner('same');
  const browser = await openOwner('same');
  const values = ['https://same.example'];
  expect(getRefusal(await browser.post('requestChange', { kind: 'origins', values }))).toBe('change_refused');
});

test('a request of a removed member is shown without a name', async () => {
  await addPartner('left');
  const owner = await openOwner('left');
  const developer = await openDeveloper(owner, 'Dev');
  await developer.call('requestChange', { kind: 'key', values: [] });
  const { id } = (await owner.call('members', {})).members.find(({ name }) => name === 'Dev') ?? { id: '' };
  await owner.call('removeMember', { id });
  expect(await findNewest(owner)).toMatchObject({ kind: 'key', state: 'open', requestedBy: null });
});
