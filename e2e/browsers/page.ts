/// <reference lib="dom" />
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DocumentDriver, ElementReference } from './engine.ts';
import { findByRole, findPressable, recordPressHit, recordShownElement, selectOption } from './pageScripts.ts';
import { waitUntil } from './waitUntil.ts';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** A document, used by roles and names. All functions wait until they succeed, and throw after the common time limit. */
export type Page = {
  waitForUrl(pattern: RegExp): Promise<URL>;
  waitForText(selector: string, text: string): Promise<void>;
  waitForSelector(selector: string): Promise<ElementReference>;
  waitForRole(role: string, name: string | RegExp): Promise<ElementReference>;
  /** Waits until the control is enabled and nothing covers it. */
  waitForControl(role: string, name: string | RegExp): Promise<void>;
  /** Returns the value of a text field once it matches. */
  waitForValue(name: string | RegExp, pattern: RegExp): Promise<string>;
  press(role: string, name: string | RegExp): Promise<void>;
  /** Presses the control and waits until the page has shown the element, even if only for a moment. */
  pressToShow(role: string, name: string | RegExp, selector: string): Promise<void>;
  /** Presses a radio or checkbox until it is checked. */
  check(role: 'radio' | 'checkbox', name: string | RegExp): Promise<void>;
  /** Replaces the content of a text field. */
  fill(name: string | RegExp, text: string): Promise<void>;
  /** Takes the focus away from a text field. */
  leave(name: string | RegExp): Promise<void>;
  /** Selects an option of a native list or of a searchable one. */
  choose(name: string | RegExp, option: string): Promise<void>;
  enterFrame(selector: string): Promise<Page>;
};

export function createPage(driver: DocumentDriver): Page {
  async function find(role: string, name: string | RegExp): Promise<ElementReference | undefined> {
    const wanted = { role, name: typeof name === 'string' ? name : name.source, isPattern: typeof name !== 'string' };
    if ((await driver.evaluate('!window.axe')) === true) await driver.evaluate(`(() => { ${AXE}; return null; })()`);
    return driver.findElement(`(${findByRole.toString()})(${JSON.stringify(wanted)})`);
  }

  async function findToPress(role: string, name: string | RegExp): Promise<ElementReference | undefined> {
    const element = await find(role, name);
    return element && driver.findRelated(element, findPressable.toString());
  }

  async function pressOnce(role: string, name: string | RegExp): Promise<boolean> {
    const element = await findToPress(role, name);
    if (!element) return false;
    await driver.evaluateOn(element, recordPressHit.toString());
    await driver.click(element);
    // If the press has opened another document, the value is undefined.
    return (await driver.evaluate('window.hasMissedPress === true').catch(() => false)) === false;
  }

  const page: Page = {
    waitForUrl: (pattern) =>
      waitUntil(`the address matches ${pattern}`, async () => {
        const href = await driver.evaluate('location.href');
        return typeof href === 'string' && pattern.test(href) && new URL(href);
      }),
    async waitForText(selector, text) {
      const found = `[...document.querySelectorAll(${JSON.stringify(selector)})].some((one) => one.innerText.includes(${JSON.stringify(text)}))`;
      await waitUntil(`"${text}" in ${selector}`, async () => (await driver.evaluate(found)) === true);
    },
    waitForSelector: (selector) =>
      waitUntil(selector, () => driver.findElement(`document.querySelector(${JSON.stringify(selector)})`)),
    waitForRole: (role, name) => waitUntil(`${role} ${name}`, () => find(role, name)),
    async waitForControl(role, name) {
      await waitUntil(`${role} ${name} can be pressed`, () => findToPress(role, name));
    },
    waitForValue: (name, pattern) =>
      waitUntil(`the value of ${name} matches ${pattern}`, async () => {
        const field = await find('textbox', name);
        const value = field && (await driver.evaluateOn(field, '(field) => field.value'));
        return typeof value === 'string' && pattern.test(value) && value;
      }),
    async press(role, name) {
      await waitUntil(`${role} ${name} can be pressed`, () => pressOnce(role, name));
    },
    async pressToShow(role, name, selector) {
      await driver.evaluate(`(${recordShownElement.toString()})(${JSON.stringify(selector)})`);
      await page.press(role, name);
      await waitUntil(`${selector} was shown`, async () => (await driver.evaluate('window.hasShownElement')) === true);
    },
    async check(role, name) {
      await waitUntil(`${role} ${name} is checked`, async () => {
        const control = await find(role, name);
        if (!control) return false;
        if ((await driver.evaluateOn(control, '(control) => control.checked')) === true) return true;
        await pressOnce(role, name);
        return false;
      });
    },
    async fill(name, text) {
      await waitUntil(`the field ${name} is filled`, async () => {
        const field = await findToPress('textbox', name);
        if (!field) return false;
        await driver.click(field);
        await driver.evaluateOn(field, '(field) => field.select()');
        await driver.type(field, text);
        return true;
      });
    },
    async leave(name) {
      await driver.evaluateOn(await page.waitForRole('textbox', name), '(field) => field.blur()');
    },
    async choose(name, option) {
      const box = await page.waitForRole('combobox', name);
      if ((await driver.evaluateOn(box, '(box) => box.tagName')) === 'SELECT') {
        const choosing = `(select) => (${selectOption.toString()})(select, ${JSON.stringify(option)})`;
        await waitUntil(`${name} has ${option}`, async () => (await driver.evaluateOn(box, choosing)) === true);
        return;
      }
      await page.press('combobox', name);
      await driver.type(box, option);
      await page.press('option', new RegExp(option));
    },
    async enterFrame(selector) {
      const iframe = await page.waitForSelector(selector);
      // In WebKit a frame of another origin cannot scroll the page around it.
      await driver.evaluateOn(iframe, "(iframe) => iframe.scrollIntoView({ block: 'center', behavior: 'instant' })");
      return createPage(await driver.enterFrame(iframe));
    },
  };
  return page;
}
