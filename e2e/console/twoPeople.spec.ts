import { expectAccessible } from '../page/inspectPage.ts';
import { expect, test } from '../world.ts';
import {
  createOrderPaidByOther,
  DESKTOP_WINDOW,
  fillDecision,
  findScreenHeader,
  openConsoleAs,
} from './consolePage.ts';

test.use({ viewport: DESKTOP_WINDOW, isMobile: false, hasTouch: false });

/** Reasons that the page of the second person shows. */
const REFUSAL = /Not executed: .+|Changed since you opened it: .+|.+ has requested this: .+/;

test('two people who view the same held order see each other, its assignment, notes and changes', async ({
  browser,
  desk,
  origin,
  world,
}) => {
  const { consoleUrl } = world;
  const { orderNo } = await createOrderPaidByOther({ origin, desk }, { amount: '100' });
  const cleo = await openConsoleAs(browser, consoleUrl, 'cleo', `orders/${orderNo}`);
  const sam = await openConsoleAs(browser, consoleUrl, 'sam', `orders/${orderNo}`);
  await expect(cleo.getByRole('group', { name: 'Sam is also viewing this' })).toBeVisible();
  await expect(sam.getByRole('group', { name: 'Cleo is also viewing this' })).toBeVisible();
  await expectAccessible(sam, 'an order that another person also views');

  // The key T assigns an unassigned order. The button to take over an order names the assignee.
  await expect(sam.getByText('Unassigned', { exact: true })).toBeVisible();
  await sam.keyboard.press('t');
  await expect(cleo.getByText(/^Assigned to Sam since/)).toBeVisible();
  await cleo.getByRole('button', { name: 'Take over from Sam' }).click();
  await expect(cleo.getByText('Taken over from Sam: assigned to you.')).toBeVisible();
  await expect(sam.getByText(/^Assigned to Cleo since/)).toBeVisible();

  // A note can mention a person: the name is completed, the person is notified, and an unknown name is refused.
  await sam.keyboard.press('n');
  const note = sam.getByRole('textbox', { name: /^Note/ });
  await expect(note).toBeFocused();
  await sam.keyboard.type('The buyer calls back, @cl');
  await expect(sam.getByRole('listbox', { name: 'People to mention' }).getByRole('option')).toHaveText([/Cleo/]);
  await sam.keyboard.press('Enter');
  await expect(note).toHaveValue('The buyer calls back, @cleo ');
  await sam.keyboard.type('and @nobody');
  await sam.keyboard.press('ControlOrMeta+Enter');
  await expect(sam.getByText(/There is no person @nobody, so the note was not saved/)).toBeVisible();
  await note.fill('The buyer calls back, @cleo');
  await sam.keyboard.press('ControlOrMeta+Enter');
  await expect(cleo.getByRole('region', { name: /Notes/ }).getByText('The buyer calls back, @cleo')).toBeVisible();
  await expect(cleo.getByRole('button', { name: /cleo.*1 unread mention/i })).toBeVisible();

  // One person decides while the other fills in a decision.
  await fillDecision(sam, /^Refund 100\.00 EUR/, 'the payer is another person');
  await cleo.getByRole('radio', { name: /^Freeze order \(legal\)/ }).click();
  await cleo.getByRole('combobox', { name: 'Reason' }).click();
  await cleo.getByRole('option', { name: 'Sanctions list or legal requirement' }).click();
  await cleo.getByLabel('Explanation, recorded permanently in the audit trail').fill('until the bank has answered');
  await cleo.getByRole('button', { name: 'Freeze order (legal)' }).click();
  await expect(sam.getByText('This changed since you opened it. Review it again before you decide.')).toBeVisible();
  await expect(sam.getByRole('button', { name: 'Refund 100.00 EUR' })).toHaveAttribute('aria-disabled', 'true');
  await expect(findScreenHeader(sam).getByText('Frozen', { exact: true })).toBeVisible();
  await sam.getByRole('button', { name: 'I’ve reviewed it' }).click();
  await expect(sam.getByText('This changed since you opened it.')).toBeHidden();

  // Closing the page removes the person from the others' view.
  await sam.context().close();
  await expect(cleo.getByRole('group', { name: 'No one else is viewing this' })).toBeAttached();

  await cleo.getByRole('button', { name: /cleo.*appearance, shortcuts/i }).click();
  await cleo.getByRole('menuitem', { name: /Mentions/ }).click();
  await expect(cleo.getByRole('heading', { name: 'Mentions' })).toBeVisible();
  await expectAccessible(cleo, 'Mentions');
  await cleo.getByRole('listitem').filter({ hasText: orderNo }).getByRole('button', { name: 'Open' }).click();
  await expect(cleo.getByRole('heading', { name: 'On hold', level: 1 })).toBeVisible();
  await expect(cleo.getByRole('button', { name: /unread mention/i })).toHaveCount(0);
});

test('when two people decide at once, one decision is executed and the other is rejected with the reason', async ({
  browser,
  desk,
  origin,
  world,
}) => {
  const { orderNo } = await createOrderPaidByOther({ origin, desk }, { amount: '100' });
  const pages = await Promise.all(
    ['cleo', 'tess'].map((name) => openConsoleAs(browser, world.consoleUrl, name, `orders/${orderNo}`)),
  );
  for (const page of pages) await fillDecision(page, /^Refund 100\.00 EUR/, 'the payer is another person');
  // The page of the second person shows the reason: the request was refused, or the action was no longer available. In the second
  // case the button may disappear before the click.
  await Promise.all(
    pages.map((page) =>
      Promise.any([
        page.getByRole('button', { name: 'Refund 100.00 EUR' }).click(),
        page.getByText(REFUSAL).first().waitFor(),
      ]),
    ),
  );
  const outcomes = async () => {
    const texts = await Promise.all(pages.map((page) => page.getByRole('main').innerText()));
    return texts.map((text) => /Done at/.exec(text)?.[0] ?? REFUSAL.exec(text)?.[0]);
  };
  await expect.poll(outcomes).toEqual(expect.arrayContaining(['Done at', expect.stringMatching(REFUSAL)]));
});
