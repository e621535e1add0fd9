/// <reference lib="dom" />
import type { BrowserContext } from '@playwright/test';

/**
 * Imitates the browser's page translation: replaces each text node, also later ones, with a copy inside two elements, and
 * skips what must not be translated. The text stays the same, so that journeys find it.
 */
export async function translatePages(context: BrowserContext): Promise<void> {
  await context.addInitScript(imitateTranslation);
}

/** Runs in the page. */
function imitateTranslation(): void {
  const untranslated = '[translate="no"], script, style, noscript, textarea, option, title, svg, .translated';
  const translate = (text: Text) => {
    if (!text.data.trim() || !text.isConnected || text.parentElement?.closest(untranslated)) return;
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    inner.className = 'translated';
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
  };
  const translateWithin = (node: Node) => {
    if (node instanceof Text) return translate(node);
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const textNodes: Text[] = [];
    while (texts.nextNode()) textNodes.push(texts.currentNode as Text);
    for (const text of textNodes) translate(text);
  };
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') translateWithin(target);
      else for (const node of addedNodes) translateWithin(node);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}
