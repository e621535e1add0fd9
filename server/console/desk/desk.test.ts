import { describe, expect, test } from 'vitest';
import { openConsoleWorld } from '../consoleWorld.testing.ts';
import { mentionsIn } from './subjects.ts';

const world = await openConsoleWorld();

async function entered(name: string) {
  const visitor = world.visitor(name);
  await visitor.enter();
  return visitor;
}

describe('notes', () => {
  test('a note names persons by @, each once, and nobody else', () => {
    expect(
      mentionsIn('@cleo and @cleo: ask @nobody, @ben. Mail a@dora.example, @@finn', ['cleo', 'ben', 'finn']),
    ).toEqual(['cleo', 'ben']);
  });

  test('are read by everybody, the newest first, each beside what it was written about', async () => {
    const sam = await entered('sam');
    const both = ['order:NOTED1', 'order:NOTED2'];
    const { notes } = await sam.call('addNote', { subjects: both, body: 'She calls back. @cleo' });
    expect(notes.map(({ subject, mentions }) => [subject, mentions])).toEqual(both.map((one) => [one, ['cleo']]));
    await (await entered('tess')).call('addNote', { subjects: ['order:NOTED1'], body: 'The bank has it.' });
    const vera = await entered('vera');
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

  test('a note without words, or about nothing, is not taken', async () => {
    const sam = await entered('sam');
    await expect(sam.call('addNote', { subjects: ['order:NOTED3'], body: '  ' })).rejects.toThrow();
    await expect(sam.call('addNote', { subjects: ['kitchen:NOTED3'], body: 'x' })).rejects.toThrow();
  });
});

describe('what is in hand', () => {
  test('is one person’s until it is put back, or handed on', async () => {
    const [sam, cleo] = [await entered('sam'), await entered('cleo')];
    const subjects = ['order:TAKEN1'];
    const holders = ({ takes }: { takes: readonly { person: string }[] }) => takes.map(({ person }) => person);
    expect(holders(await sam.call('take', { subjects }))).toEqual(['sam']);
    expect(holders(await sam.call('take', { subjects }))).toEqual(['sam']);
    await expect(cleo.call('take', { subjects })).rejects.toThrow('sam has it in hand since');
    expect(holders(await cleo.call('putBack', { subjects }))).toEqual(['sam']);
    expect(holders(await cleo.call('handTo', { subjects, to: 'cleo' }))).toEqual(['cleo']);
    expect(holders(await cleo.call('putBack', { subjects }))).toEqual([]);
    expect(holders(await sam.call('take', { subjects }))).toEqual(['sam']);
  });

  test('of several, those that are free are taken; who has the others is said', async () => {
    const [sam, cleo] = [await entered('sam'), await entered('cleo')];
    await sam.call('take', { subjects: ['order:SEVERAL1'] });
    const { takes } = await cleo.call('take', { subjects: ['order:SEVERAL1', 'order:SEVERAL2'] });
    expect(takes.map(({ subject, person }) => [subject, person])).toEqual([
      ['order:SEVERAL1', 'sam'],
      ['order:SEVERAL2', 'cleo'],
    ]);
  });

  test('is handed to persons of the operator alone, and not by whoever only reads', async () => {
    const sam = await entered('sam');
    await expect(sam.call('handTo', { subjects: ['order:TAKEN2'], to: 'mallory' })).rejects.toThrow('not_found');
    const vera = await entered('vera');
    await expect(vera.call('take', { subjects: ['order:TAKEN2'] })).rejects.toThrow('console_not_for_role');
  });
});

describe('views', () => {
  test('are one’s own, or everybody’s, and saved anew under their name', async () => {
    const [vera, tom] = [await entered('vera'), await entered('tom')];
    await vera.call('saveView', { place: 'orders', name: 'Late', query: 'exception=paid_late', shared: false });
    const late = await vera.call('saveView', { place: 'orders', name: ' Late ', query: 'q=late', shared: false });
    const held = await vera.call('saveView', { place: 'orders', name: 'Held', query: 'status=on_hold', shared: true });
    const names = async (who: typeof vera, place = 'orders') =>
      (await who.call('views', { place })).views.map(({ name, query }) => [name, query]);
    expect(await names(vera)).toEqual([
      ['Late', 'q=late'],
      ['Held', 'status=on_hold'],
    ]);
    expect(await names(tom)).toEqual([['Held', 'status=on_hold']]);
    expect(await names(tom, 'buyers')).toEqual([]);
    await expect(tom.call('dropView', { id: held.id })).rejects.toThrow('not_found');
    await vera.call('dropView', { id: late.id });
    expect(await names(vera)).toEqual([['Held', 'status=on_hold']]);
  });

  test('a person keeps so many, and is told what to do about more', async () => {
    const dora = await entered('dora');
    const keep = (number: number) =>
      dora.call('saveView', { place: 'orders', name: `view ${number}`, query: '', shared: false });
    for (let number = 0; number < 60; number++) await keep(number);
    await expect(keep(60)).rejects.toThrow('forget one of them first');
    await keep(59);
  });
});
