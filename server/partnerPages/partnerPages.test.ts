import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { advanceClock } from '../account/testBrowser.testing.ts';
import { storeOrder } from '../purchase/order/storedOrder.testing.ts';
import { getRefusal, type MemberBrowser, openMemberBrowser } from './memberBrowser.testing.ts';
import { mia, openPartnerPagesWorld } from './partnerPagesWorld.testing.ts';

const world = await openPartnerPagesWorld();
const { gateway, database, publicUrl, operate, addPartner, inviteOwner, openOwner, openDeveloper } = world;

describe('an invitation', () => {
  test('is stored as a hash, and opens the pages once', async () => {
    const link = await inviteOwner('shop');
    expect(link).toMatch(new RegExp(`^${publicUrl}/partners/join#[0-9A-Z]{20}$`));
    const code = link.split('#')[1] ?? '';
    const rows = await database.many<{ row: string }>(sql`select to_jsonb(m)::text as row from partner_members m`);
    expect(rows.filter(({ row }) => row.includes(code))).toEqual([]);

    const browser = openMemberBrowser(gateway);
    expect(await browser.join(link, mia)).toMatchObject({
      respCode: '200',
      data: { member: { ...mia, role: 'owner' } },
    });
    expect(await browser.call('start', {})).toEqual({
      operatorName: 'Slipway',
      mode: 'live',
      member: { id: expect.any(String) as string, ...mia, role: 'owner' },
      partner: { id: 'shop', name: 'shop', enabled: true },
    });
    expect(getRefusal(await openMemberBrowser(gateway).join(link, mia))).toBe('member_invitation_unknown');
  });

  test('ends after three days', async () => {
    const link = await inviteOwner('shop');
    await advanceClock(gateway, 3 * 24 * 3600 + 1);
    expect(getRefusal(await openMemberBrowser(gateway).join(link, mia))).toBe('member_invitation_unknown');
  });

  test('can be withdrawn by an owner', async () => {
    const owner = await openOwner('shop');
    const { link } = await owner.call('inviteMember', { role: 'developer' });
    const [newest] = (await owner.call('members', {})).invitations;
    expect(newest).toMatchObject({ role: 'developer' });
    await owner.call('removeMember', { id: newest?.id ?? '' });
    expect(getRefusal(await openMemberBrowser(gateway).join(link, mia))).toBe('member_invitation_unknown');
  });

  test('stores name and email address encrypted', async () => {
    await openOwner('tea', { name: 'Zoe Unreadable', email: 'zoe@unreadable.example' });
    const rows = await database.many<{ sealed: Buffer }>(
      sql`select sealed from partner_members where sealed is not null`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { sealed } of rows) expect(sealed.toString('latin1')).not.toMatch(/unreadable/i);
  });
});

describe('a login', () => {
  test('needs the passkey of a member', async () => {
    const browser = await openOwner('shop');
    await browser.call('logOut', {});
    expect(getRefusal(await browser.post('overview', {}))).toBe('member_logged_out');
    expect((await browser.logIn()).respCode).toBe('200');
    expect((await browser.call('start', {})).member).toMatchObject(mia);
    expect(getRefusal(await openMemberBrowser(gateway).logIn())).toBe('member_passkey_refused');
  });

  test.each([
    ['of another site', { origin: 'https://evil.example' }],
    ['whose holder was not verified', { verified: false }],
    ['whose counter goes back', { counter: 1 }],
    ['requested in a frame of another site', { client: { crossOrigin: true } }],
  ])('refuses a passkey %s', async (_what, faults) => {
    const browser = await openOwner('shop');
    expect((await browser.logIn()).respCode).toBe('200');
    expect(getRefusal(await browser.logIn(faults))).toBe('member_passkey_refused');
  });

  test('accepts an answer only once, and only in the browser that requested it', async () => {
    const browser = await openOwner('shop');
    const { challenge } = await browser.call('logInOptions', {});
    const cookies = new Map(browser.cookies);
    const { clientExtensionResults: _, ...passkey } = browser.authenticator.answer(challenge);
    expect(getRefusal(await openMemberBrowser(gateway).post('logIn', { passkey }))).toBe('member_passkey_refused');
    expect((await browser.post('logIn', { passkey })).respCode).toBe('200');
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    const { clientExtensionResults: __, ...again } = browser.authenticator.answer(challenge);
    expect(getRefusal(await browser.post('logIn', { passkey: again }))).toBe('member_passkey_refused');
  });

  test('is not accepted with a challenge for a buyer’s login', async () => {
    const browser = await openOwner('shop');
    const { body, cookies } = await gateway.post('passkeyOptions', {});
    const { challenge } = body.data as { challenge: string };
    browser.cookies.set('slipway_partner_login', cookies['slipway_login'] ?? '');
    const { clientExtensionResults: _, ...passkey } = browser.authenticator.answer(challenge);
    expect(getRefusal(await browser.post('logIn', { passkey }))).toBe('member_passkey_refused');
  });

  test('ends after an hour without a request and after twelve hours', async () => {
    const browser = await openOwner('shop');
    await advanceClock(gateway, 59 * 60);
    expect((await browser.post('overview', {})).respCode).toBe('200');
    await advanceClock(gateway, 61 * 60);
    expect(getRefusal(await browser.post('overview', {}))).toBe('member_logged_out');

    await browser.logIn();
    for (let hours = 0; hours < 24; hours += 1) {
      await advanceClock(gateway, 30 * 60);
      await browser.post('overview', {});
    }
    expect(getRefusal(await browser.post('overview', {}))).toBe('member_logged_out');
  });
});

describe('the pages’ calls', () => {
  test('are refused from other sites', async () => {
    const browser = await openOwner('shop');
    for (const headers of [{ origin: 'https://shop.example' }, { origin: 'null' }])
      expect(getRefusal(await browser.post('start', {}, headers))).toBe('member_cross_site');
  });

  test('refuse fields that they do not know, such as another partner', async () => {
    const browser = await openOwner('shop');
    expect(getRefusal(await browser.post('orders', { partner: 'tea' }))).toBe('malformed');
  });

  test('use a cookie that other sites’ requests do not carry', async () => {
    const browser = openMemberBrowser(gateway);
    const code = (await inviteOwner('shop')).split('#')[1] ?? '';
    const { data } = await browser.post('joinOptions', { code, ...mia });
    const { clientExtensionResults: _, ...passkey } = browser.authenticator.create(
      (data as { challenge: string }).challenge,
    );
    const answer = await gateway.app.inject({
      method: 'POST',
      url: '/gateway/partner-pages/join',
      payload: { code, ...mia, passkey },
      headers: { origin: publicUrl },
    });
    expect(answer.cookies).toMatchObject([{ name: 'slipway_partner', httpOnly: true, sameSite: 'Strict', path: '/' }]);
  });

  test('of a disabled partner may read, but change nothing', async () => {
    await addPartner('gone');
    const browser = await openOwner('gone');
    await operate('set', ['partner', 'gone', 'enabled=false']);
    expect(await browser.call('start', {})).toMatchObject({ partner: { id: 'gone', enabled: false } });
    expect((await browser.call('overview', {})).origins).toEqual(['https://gone.example']);
    expect(getRefusal(await browser.post('inviteMember', { role: 'developer' }))).toBe('member_read_only');
  });
});

describe('members', () => {
  test('are listed only for their own partner', async () => {
    const owner = await openOwner('tea', { name: 'Only Tea', email: 'tea@tea.example' });
    const shop = await openOwner('shop');
    const names = async (browser: MemberBrowser) => (await browser.call('members', {})).members.map(({ name }) => name);
    expect(await names(owner)).toContain('Only Tea');
    expect(await names(shop)).not.toContain('Only Tea');
    const { members } = await owner.call('members', {});
    const { id } = members.find(({ isYou }) => isYou) ?? { id: '' };
    expect(getRefusal(await shop.post('removeMember', { id }))).toBe('member_item_unknown');
    expect((await owner.post('overview', {})).respCode).toBe('200');
  });

  test('who are developers cannot invite or remove anyone', async () => {
    const owner = await openOwner('shop');
    const developer = await openDeveloper(owner, 'Dev');
    expect((await developer.call('start', {})).member).toMatchObject({ name: 'Dev', role: 'developer' });
    expect(getRefusal(await developer.post('inviteMember', { role: 'owner' }))).toBe('member_not_for_role');
    const { members } = await developer.call('members', {});
    for (const { id } of members)
      expect(getRefusal(await developer.post('removeMember', { id }))).toBe('member_not_for_role');
  });

  test('who are removed lose sessions, passkeys, name and email address at once', async () => {
    const owner = await openOwner('shop');
    const developer = await openDeveloper(owner, 'Leaving');
    const { id } = (await owner.call('members', {})).members.find(({ name }) => name === 'Leaving') ?? { id: '' };
    await owner.call('removeMember', { id });
    expect(getRefusal(await developer.post('overview', {}))).toBe('member_logged_out');
    expect(getRefusal(await developer.logIn())).toBe('member_passkey_refused');
    expect(await database.one(sql`select sealed from partner_members where id = ${id}::uuid`)).toEqual({
      sealed: null,
    });
    expect(await database.many(sql`select 1 from data_keys where subject = ${`partner_member:${id}`}`)).toEqual([]);
  });

  test('always include an owner', async () => {
    await addPartner('solo');
    const owner = await openOwner('solo');
    await openDeveloper(owner, 'Dev');
    const { id } = (await owner.call('members', {})).members.find(({ isYou }) => isYou) ?? { id: '' };
    expect(getRefusal(await owner.post('removeMember', { id }))).toBe('last_owner');
    const second = openMemberBrowser(gateway);
    await second.join((await owner.call('inviteMember', { role: 'owner' })).link, mia);
    const both = (await second.call('members', {})).members.filter(({ role }) => role === 'owner');
    expect(both).toHaveLength(2);
    const refusals = await Promise.all(
      both.map(async (one) => getRefusal(await second.post('removeMember', { id: one.id }))),
    );
    expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(1);
  });

  test('are at most fifty, including open invitations', async () => {
    await addPartner('full');
    const owner = await openOwner('full');
    for (let count = 1; count < 50; count++) await owner.call('inviteMember', { role: 'developer' });
    expect(getRefusal(await owner.post('inviteMember', { role: 'developer' }))).toBe('members_full');
  });
});

describe('orders', () => {
  test('are the partner’s own, newest first, page by page', async () => {
    const browser = await openOwner('shop');
    const made: string[] = [];
    for (let count = 0; count < 52; count++)
      made.unshift((await storeOrder(database, { partnerId: 'shop', reference: 'walk' })).orderNo);
    await storeOrder(database, { partnerId: 'tea', reference: 'walk' });
    const first = await browser.call('orders', { reference: 'walk' });
    const second = await browser.call('orders', { reference: 'walk', after: first.next ?? '' });
    expect([...first.orders, ...second.orders].map(({ orderNo }) => orderNo)).toEqual(made);
    expect(second.next).toBeNull();
    expect(await browser.call('order', { orderNo: made[0] ?? '' })).toMatchObject({
      orderNo: made[0],
      reference: 'walk',
    });
    expect(JSON.stringify(first)).not.toMatch(/address|email|buyer/i);
  });

  test('of another partner are refused like those that do not exist', async () => {
    const browser = await openOwner('shop');
    const { orderNo } = await storeOrder(database, { partnerId: 'tea' });
    const { orderNo: ofNoPartner } = await storeOrder(database, { partnerId: '0' });
    for (const unknown of [orderNo, ofNoPartner, 'ABCDEFGHJKLMNPQRSTUV']) {
      expect(getRefusal(await browser.post('order', { orderNo: unknown }))).toBe('member_item_unknown');
      expect(getRefusal(await browser.post('orders', { after: unknown }))).toBe('member_item_unknown');
    }
  });
});

describe('the overview', () => {
  test('lists which steps before going live are done', async () => {
    await addPartner('fresh');
    const browser = await openOwner('fresh');
    const stepsDone = async () =>
      (await browser.call('overview', {})).steps.filter(({ done }) => done).map(({ step }) => step);
    expect(await stepsDone()).toEqual(['origin']);
    await operate('partner-key', ['fresh']);
    await operate('set', ['partner', 'fresh', 'webhookUrl=https://fresh.example/hook', 'share=0.0125']);
    await storeOrder(database, { partnerId: 'fresh' });
    expect(await stepsDone()).toEqual(['origin', 'key', 'webhookUrl', 'order']);
    expect(await browser.call('overview', {})).toMatchObject({
      webhookUrl: 'https://fresh.example/hook',
      share: '1.25',
      requests: [],
    });
  });
});
