import { expectAccessible } from '../inspect.ts';
import { expect, test } from '../world.ts';
import { DESK, headOf, heldByAnotherPayer, openAs, writeDecision } from './consolePage.ts';

test.use({ viewport: DESK, isMobile: false, hasTouch: false });

const REFUSALS = /It was not done: .+|Changed since you looked: .+|.+ has asked for it: .+/;

test('two persons on one held order see each other, who has it, what is written, and what has changed beneath them', async ({
  browser,
  desk,
  origin,
  world,
}) => {
  const { consoleUrl } = world;
  const { orderNo } = await heldByAnotherPayer({ origin, desk }, { amount: '100' });
  const cleo = await openAs(browser, consoleUrl, 'cleo', `orders/${orderNo}`);
  const sam = await openAs(browser, consoleUrl, 'sam', `orders/${orderNo}`);
  await expect(cleo.getByRole('group', { name: 'Sam looks at it too' })).toBeVisible();
  await expect(sam.getByRole('group', { name: 'Cleo looks at it too' })).toBeVisible();
  await expectAccessible(sam, 'an order that somebody else looks at');

  // T takes it, once somebody has said from whom they take it over.
  await expect(sam.getByText('Nobody has it in hand.')).toBeVisible();
  await sam.keyboard.press('t');
  await expect(cleo.getByText(/^Sam has it in hand since/)).toBeVisible();
  await cleo.getByRole('button', { name: 'Take over from Sam' }).click();
  await expect(cleo.getByText('Taken over from Sam: you have it in hand.')).toBeVisible();
  await expect(sam.getByText(/^Cleo has it in hand since/)).toBeVisible();

  // A note names somebody: their name completes, they are told, and a name that nobody has is refused.
  await sam.keyboard.press('n');
  const note = sam.getByRole('textbox', { name: /Write a note/ });
  await expect(note).toBeFocused();
  await sam.keyboard.type('The holder calls back, @cl');
  await expect(sam.getByRole('listbox', { name: 'Whom it names' }).getByRole('option')).toHaveText([/Cleo/]);
  await sam.keyboard.press('Enter');
  await expect(note).toHaveValue('The holder calls back, @cleo ');
  await sam.keyboard.type('and @nobody');
  await sam.keyboard.press('ControlOrMeta+Enter');
  await expect(sam.getByText(/Nobody here is called @nobody: nothing was written/)).toBeVisible();
  await note.fill('The holder calls back, @cleo');
  await sam.keyboard.press('ControlOrMeta+Enter');
  await expect(cleo.getByRole('region', { name: /Notes/ }).getByText('The holder calls back, @cleo')).toBeVisible();
  await expect(cleo.getByRole('button', { name: /cleo.*1 note names you/i })).toBeVisible();

  // One decides beneath the other's half-written decision.
  await writeDecision(sam, /^Give back 100\.00 EUR/, 'the payer is somebody else');
  await cleo.getByRole('radio', { name: /^Freeze it/ }).click();
  await cleo.getByRole('combobox', { name: 'Reason' }).click();
  await cleo.getByRole('option', { name: 'A list, or the law' }).click();
  await cleo.getByLabel('In your words, kept for ever').fill('until the bank has answered');
  await cleo.getByRole('button', { name: 'Freeze it' }).click();
  await expect(sam.getByText('Changed since you looked. Read it again before you decide.')).toBeVisible();
  await expect(sam.getByRole('button', { name: 'Give back 100.00 EUR' })).toHaveAttribute('aria-disabled', 'true');
  await expect(headOf(sam).getByText('Frozen', { exact: true })).toBeVisible();
  await sam.getByRole('button', { name: 'I have looked' }).click();
  await expect(sam.getByText('Changed since you looked.')).toBeHidden();

  // Whoever closes their page is gone for the others.
  await sam.context().close();
  await expect(cleo.getByRole('group', { name: 'Nobody else looks at it' })).toBeAttached();

  await cleo.getByRole('button', { name: /cleo.*look, keys/i }).click();
  await cleo.getByRole('menuitem', { name: /Mentions of me/ }).click();
  await expect(cleo.getByRole('heading', { name: 'Mentions of me' })).toBeVisible();
  await expectAccessible(cleo, 'Mentions of me');
  await cleo.getByRole('listitem').filter({ hasText: orderNo }).getByRole('button', { name: 'Open' }).click();
  await expect(cleo.getByRole('heading', { name: 'On hold', level: 1 })).toBeVisible();
  await expect(cleo.getByRole('button', { name: /note names you/i })).toHaveCount(0);
});

test('two who press at once: one is done, and the other is refused by name', async ({
  browser,
  desk,
  origin,
  world,
}) => {
  const { orderNo } = await heldByAnotherPayer({ origin, desk }, { amount: '100' });
  const pages = await Promise.all(
    ['cleo', 'tess'].map((name) => openAs(browser, world.consoleUrl, name, `orders/${orderNo}`)),
  );
  for (const page of pages) await writeDecision(page, /^Give back 100\.00 EUR/, 'both of us');
  await Promise.all(pages.map((page) => page.getByRole('button', { name: 'Give back 100.00 EUR' }).click()));
  // Who came second reads why: by the request that was refused, or by the way that has closed beneath them.
  const outcomes = async () => {
    const said = await Promise.all(pages.map((page) => page.getByRole('main').innerText()));
    return said.map((text) => /Done at/.exec(text)?.[0] ?? REFUSALS.exec(text)?.[0]);
  };
  await expect.poll(outcomes).toEqual(expect.arrayContaining(['Done at', expect.stringMatching(REFUSALS)]));
});
