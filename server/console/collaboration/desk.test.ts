import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { sendMentionNotifications } from '../../notification/mentions/sendMentionNotifications.ts';
import { buildPushPayload } from '../../notification/push/buildPushRequest.ts';
import { roleDatabase } from '../../platform/database/roles/roleDatabase.testing.ts';
import { parseMentions, toWorkItemKey } from '../collaboration/workItems.ts';
import { openConsoleWorld } from '../consoleWorld.testing.ts';

const world = await openConsoleWorld();

async function logInAs(name: string) {
  const visitor = world.createVisitor(name);
  await visitor.logIn();
  return visitor;
}

describe('notes', () => {
  test('mention people by @, each once, and no one by an email address', () => {
    expect(
      parseMentions('@cleo and @Cleo: ask @nobody, @ben. Mail a@dora.example, @@finn, or @vera_', [
        'cleo',
        'ben',
        'finn',
        'vera',
      ]),
    ).toEqual({ known: ['cleo', 'ben', 'vera'], unknown: ['nobody'] });
  });

  test('are shown to everyone, newest first, each with its subject, and are not written by viewers', async () => {
    const sam = await logInAs('sam');
    const both = ['order:NOTED1', 'order:NOTED2'];
    const { notes } = await sam.call('addNote', { subjects: both, body: 'She calls back. @cleo' });
    expect(notes.map(({ subject, mentions }) => [subject, mentions])).toEqual(both.map((one) => [one, ['cleo']]));
    await (await logInAs('tess')).call('addNote', { subjects: ['order:NOTED1'], body: 'The bank has it.' });
    const vera = await logInAs('vera');
    const read = await vera.call('notes', { subject: 'order:NOTED1' });
    expect(read.notes.map(({ person, body }) => [person, body])).toEqual([
      ['tess', 'The bank has it.'],
      ['sam', 'She calls back. @cleo'],
    ]);
    await expect(vera.call('addNote', { subjects: ['order:NOTED1'], body: 'x' })).rejects.toThrow(
      'console_not_for_role',
    );
    expect((await vera.call('notes', { subject: 'order:NOTED' })).notes).toEqual([]);
  });

  test('are refused if they are empty or have no known subject', async () => {
    const sam = await logInAs('sam');
    await expect(sam.call('addNote', { subjects: ['order:NOTED3'], body: '  ' })).rejects.toThrow();
    await expect(sam.call('addNote', { subjects: ['kitchen:NOTED3'], body: 'x' })).rejects.toThrow();
  });
});

describe('a mention', () => {
  const worker = { database: roleDatabase(world.database, 'worker'), operatorName: 'Operator Payments' };
  const sendNotifications = (push = true) =>
    sendMentionNotifications({
      ...worker,
      alertChannels: { push: push ? { publicKey: '', privateKey: '', subject: '' } : undefined },
    });
  const listMails = () =>
    world.database.many<{ recipient: string; subject: string; body: string }>(
      sql`select recipient, subject, body from mail_outbox where id like 'mention:%' order by created_at, id`,
    );
  const countUnread = async (who: Awaited<ReturnType<typeof logInAs>>) => (await who.call('mentions', {})).unread;

  test('notifies once by the person’s channels without the text, and counts until it is read', async () => {
    await world.database.run(sql`
      insert into person_addresses (person, mail, entered_at) values ('finn', 'finn@operator.example', slipway_now())`);
    await world.database.run(sql`
      insert into push_subscriptions (endpoint_hash, person, endpoint, p256dh, auth, browser, system, created_at)
      values (${Buffer.alloc(32, 7)}, 'finn', 'https://push.example/1', 'p', 'a', 'Chrome', 'Android', slipway_now())`);
    const [sam, finn] = [await logInAs('sam'), await logInAs('finn')];
    const subjects = ['order:NAMED1', 'order:NAMED2'];
    await sam.call('addNote', { subjects, body: 'Karin Muster calls, @finn and @finn and @sam' });
    expect(await finn.call('counts', {})).toMatchObject({ mentions: 1 });
    await Promise.all([sendNotifications(), sendNotifications(), sendNotifications()]);
    await sendNotifications();
    const mails = await listMails();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({
      recipient: 'finn@operator.example',
      subject: 'Operator Payments: sam mentions you in a note',
      body: expect.stringContaining('about order NAMED1 and 1 more'),
    });
    expect(mails[0]?.body).not.toContain('Karin');
    const pushes = await world.database.many<{ message: string; body: string }>(sql`
      select m.id as message, m.body from push_deliveries d join alert_messages m on m.id = d.message where m.kind = 'mention'`);
    expect(pushes).toHaveLength(1);
    expect(JSON.parse(buildPushPayload(pushes[0] ?? { message: '', body: '' }))).toMatchObject({
      kind: 'mention',
      about: 'sam mentions you in a note',
      open: '/console/mentions',
    });
    const { list, unread } = await finn.call('mentions', {});
    expect(unread).toBe(1);
    expect(list[0]).toMatchObject({ subject: 'order:NAMED1', itemCount: 2, person: 'sam', readAt: null });
    // Authors are not notified of their own mentions.
    expect(await countUnread(sam)).toBe(0);
    await sam.call('readMentions', { notes: [list[0]?.noteId ?? 0] });
    expect(await countUnread(finn)).toBe(1);
    expect(await finn.call('readMentions', { notes: [list[0]?.noteId ?? 0] })).toEqual({ unread: 0 });
  });

  test('of an unknown name is refused with the name, and the note is not saved', async () => {
    const sam = await logInAs('sam');
    const subjects = ['order:NAMED3'];
    await expect(sam.call('addNote', { subjects, body: 'Ask @finn, @mallory and @eve.' })).rejects.toThrow(
      'There is no person @mallory or @eve, so the note was not saved.',
    );
    expect((await sam.call('notes', { subject: 'order:NAMED3' })).notes).toEqual([]);
  });

  test('of a person without a channel appears only in the console', async () => {
    const [sam, vera] = [await logInAs('sam'), await logInAs('vera')];
    await sam.call('addNote', { subjects: ['buyer:b7c1f2'], body: '@vera for the audit' });
    const before = (await listMails()).length;
    await sendNotifications(false);
    expect((await listMails()).length).toBe(before);
    expect((await vera.call('mentions', {})).list[0]).toMatchObject({ subject: 'buyer:b7c1f2' });
    const notNotified = await world.database.many(sql`select 1 as one from console_mentions where notified_at is null`);
    expect(notNotified).toEqual([]);
  });
});

describe('the people who have a subject open', () => {
  const tab = (n: number) => `7d1f1f0e-6f0b-4c55-9a53-00000000000${n}`;

  test('are shown to others by name until the tab changes or its lease ends', async () => {
    const [sam, cleo, vera] = [await logInAs('sam'), await logInAs('cleo'), await logInAs('vera')];
    const subject = 'order:LOOKED1';
    const listViewersFor = async (who: typeof sam) => (await who.call('viewers', { subject })).persons;
    await sam.call('look', { tab: tab(1), subjects: [subject] });
    await sam.call('look', { tab: tab(2), subjects: [subject, 'order:LOOKED3', subject] });
    await vera.call('look', { tab: tab(3), subjects: [subject] });
    expect(await listViewersFor(cleo)).toEqual(['sam', 'vera']);
    expect(await listViewersFor(sam)).toEqual(['vera']);
    await sam.call('look', { tab: tab(1), subjects: [] });
    expect(await listViewersFor(cleo)).toEqual(['sam', 'vera']);
    await sam.call('look', { tab: tab(2), subjects: ['order:LOOKED2', 'order:LOOKED3'] });
    expect(await listViewersFor(cleo)).toEqual(['vera']);
    // No one can end another person's presence.
    await sam.call('look', { tab: tab(3), subjects: [] });
    expect(await listViewersFor(cleo)).toEqual(['vera']);
    await world.database.run(sql`update console_presence set lease_until = clock_timestamp()`);
    expect(await listViewersFor(cleo)).toEqual([]);
  });
});

describe('assigned work', () => {
  test('belongs to one person until it is released or handed on', async () => {
    const [sam, cleo] = [await logInAs('sam'), await logInAs('cleo')];
    const subjects = ['order:TAKEN1'];
    const listAssignees = ({ takes }: { takes: readonly { person: string }[] }) => takes.map(({ person }) => person);
    expect(listAssignees(await sam.call('take', { subjects }))).toEqual(['sam']);
    expect(listAssignees(await sam.call('take', { subjects }))).toEqual(['sam']);
    await expect(cleo.call('take', { subjects })).rejects.toThrow('Assigned to sam since');
    await expect(cleo.call('take', { subjects, from: 'finn' })).rejects.toThrow('Assigned to sam since');
    expect(listAssignees(await cleo.call('take', { subjects, from: 'sam' }))).toEqual(['cleo']);
    expect(listAssignees(await sam.call('take', { subjects, from: 'cleo' }))).toEqual(['sam']);
    expect(await cleo.call('desk', { subject: 'order:TAKEN1' })).toMatchObject({
      take: { person: 'sam' },
      hands: expect.not.arrayContaining(['vera']),
      everybody: expect.arrayContaining(['vera', 'sam']),
    });
    expect(listAssignees(await cleo.call('putBack', { subjects }))).toEqual(['sam']);
    expect(listAssignees(await cleo.call('handTo', { subjects, to: 'cleo' }))).toEqual(['cleo']);
    expect(listAssignees(await cleo.call('putBack', { subjects }))).toEqual([]);
    expect(listAssignees(await sam.call('take', { subjects }))).toEqual(['sam']);
  });

  test('keeps its assignee if someone takes it together with free work', async () => {
    const [sam, cleo] = [await logInAs('sam'), await logInAs('cleo')];
    await sam.call('take', { subjects: ['order:SEVERAL1'] });
    const { takes } = await cleo.call('take', { subjects: ['order:SEVERAL1', 'order:SEVERAL2'] });
    expect(takes.map(({ subject, person }) => [subject, person])).toEqual([
      ['order:SEVERAL1', 'sam'],
      ['order:SEVERAL2', 'cleo'],
    ]);
  });

  test('is assigned only to known people with write access', async () => {
    const sam = await logInAs('sam');
    await expect(sam.call('handTo', { subjects: ['order:TAKEN2'], to: 'mallory' })).rejects.toThrow('not_found');
    await expect(sam.call('handTo', { subjects: ['order:TAKEN2'], to: 'vera' })).rejects.toThrow(
      'vera has read-only access',
    );
    await expect(sam.call('take', { subjects: ['kitchen:TAKEN2'] })).rejects.toThrow();
    const vera = await logInAs('vera');
    await expect(vera.call('take', { subjects: ['order:TAKEN2'] })).rejects.toThrow('console_not_for_role');
  });
});

test('uses one key for the same item in different lists', () => {
  expect(toWorkItemKey('hold', '7KQ2')).toBe(toWorkItemKey('held', '7KQ2'));
  expect(toWorkItemKey('names', '41')).toBe(toWorkItemKey('review', '41'));
  expect(toWorkItemKey('unallocated', 'entry-1')).toBe('booking:entry-1');
});

describe('saved views', () => {
  test('are personal or shared, replaced when saved under the same name, and deleted only by their owner', async () => {
    const [vera, tom] = [await logInAs('vera'), await logInAs('tom')];
    await vera.call('saveView', { place: 'orders', name: 'Late', query: 'exception=paid_late', shared: false });
    const late = await vera.call('saveView', { place: 'orders', name: ' Late ', query: 'q=late', shared: false });
    const held = await vera.call('saveView', { place: 'orders', name: 'Held', query: 'status=on_hold', shared: true });
    const listViews = async (who: typeof vera, place = 'orders') =>
      (await who.call('views', { place })).views.map(({ name, query }) => [name, query]);
    expect(await listViews(vera)).toEqual([
      ['Late', 'q=late'],
      ['Held', 'status=on_hold'],
    ]);
    expect(await listViews(tom)).toEqual([['Held', 'status=on_hold']]);
    expect(await listViews(tom, 'buyers')).toEqual([]);
    await expect(tom.call('dropView', { id: held.id })).rejects.toThrow('not_found');
    await vera.call('dropView', { id: late.id });
    expect(await listViews(vera)).toEqual([['Held', 'status=on_hold']]);
  });

  test('are limited per person, with the advice to delete one', async () => {
    const dora = await logInAs('dora');
    const saveNumberedView = (number: number) =>
      dora.call('saveView', { place: 'orders', name: `view ${number}`, query: '', shared: false });
    for (let number = 0; number < 60; number++) await saveNumberedView(number);
    await expect(saveNumberedView(60)).rejects.toThrow('Delete one to save another');
    await saveNumberedView(59);
  });
});
