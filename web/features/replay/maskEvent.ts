import { parsedUrl } from '@slipway/contract/parsedUrl.ts';
import { maskAttributes } from './maskAttributes.ts';
import { maskText, maskTyped } from './maskText.ts';
import { firstPart } from './recordedPaths.ts';

type Fields = Readonly<Record<string, unknown>>;

/** An event as the recorder gives it; its kinds and sources are rrweb's numbers. */
export type RecordedEvent = { readonly type: number; readonly data: unknown; readonly timestamp: number };

type Masker = (data: Fields, own: ReadonlySet<string>) => Fields | null;

const ELEMENT = 2;
const TEXT = 3;

/** Kinds of events: only what is named here is recorded. */
const byType: Readonly<Record<number, Masker>> = {
  // The page is parsed, the page is loaded.
  0: () => ({}),
  1: () => ({}),
  // The whole page.
  2: ({ node, initialOffset }, own) => ({ node: maskNode(node, own), initialOffset }),
  3: (data, own) => bySource[data['source'] as number]?.(data, own) ?? null,
  4: ({ href, width, height }) => ({ href: maskHref(href), width, height }),
};

/** Sources of a change: only what is named here is recorded. */
const bySource: Readonly<Record<number, Masker>> = {
  0: maskMutation,
  1: ({ source, positions }) => ({ source, positions }),
  2: ({ source, type, id, x, y, pointerType }) => ({ source, type, id, x, y, pointerType }),
  3: ({ source, id, x, y }) => ({ source, id, x, y }),
  4: ({ source, width, height }) => ({ source, width, height }),
  5: ({ source, id, text, isChecked }) => ({ source, id, text: maskTyped(stringOf(text)), isChecked }),
  6: ({ source, positions }) => ({ source, positions }),
};

/**
 * What of an event may leave the browser; null for none of it. The recorder masks too: this is the one place that is
 * ours, and it lets through what is listed: a list of what to keep out would miss what is new.
 */
export function maskEvent(event: RecordedEvent, own: ReadonlySet<string>): RecordedEvent | null {
  const data = byType[event.type]?.((event.data ?? {}) as Fields, own) ?? null;
  return data && { type: event.type, data, timestamp: event.timestamp };
}

function maskMutation(data: Fields, own: ReadonlySet<string>): Fields {
  return {
    source: data['source'],
    removes: listOf(data['removes']).map(({ parentId, id }) => ({ parentId, id })),
    adds: listOf(data['adds']).map(({ parentId, nextId, node }) => ({ parentId, nextId, node: maskNode(node, own) })),
    texts: listOf(data['texts']).map(({ id, value }) => ({ id, value: maskText(stringOf(value), own) })),
    attributes: listOf(data['attributes']).map(({ id, attributes }) => ({
      id,
      attributes: maskAttributes(attributes, own),
    })),
  };
}

function maskNode(given: unknown, own: ReadonlySet<string>): Fields {
  const node = (given ?? {}) as Fields;
  const { id, type, name, publicId, systemId, compatMode, tagName, isSVG, needBlock } = node;
  const shared = { id, type };
  if (type === TEXT) return { ...shared, textContent: maskText(stringOf(node['textContent']), own) };
  const childNodes = listOf(node['childNodes']).map((child) => maskNode(child, own));
  if (type === ELEMENT) {
    return { ...shared, tagName, isSVG, needBlock, attributes: maskAttributes(node['attributes'], own), childNodes };
  }
  return { ...shared, name, publicId, systemId, compatMode, childNodes, textContent: '' };
}

function maskHref(href: unknown): string {
  const url = parsedUrl(stringOf(href));
  return url ? url.origin + firstPart(url.pathname) : '';
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? (value as readonly Fields[]) : [];
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
