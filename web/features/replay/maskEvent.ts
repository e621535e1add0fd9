import { parseUrl } from '@slipway/contract/parseUrl.ts';
import { maskAttributes } from './maskAttributes.ts';
import { maskText, maskTypedText } from './maskText.ts';
import { getFirstSegment } from './recordablePaths.ts';

type Fields = Readonly<Record<string, unknown>>;

/** An event from the recorder; types and sources are rrweb's numbers. */
export type RecordedEvent = { readonly type: number; readonly data: unknown; readonly timestamp: number };

type Masker = (data: Fields, ownTexts: ReadonlySet<string>) => Fields | null;

const ELEMENT = 2;
const TEXT = 3;

/** Allowed event types; all others are dropped. */
const maskersByType: Readonly<Record<number, Masker>> = {
  // DOM content loaded, page loaded.
  0: () => ({}),
  1: () => ({}),
  // Full snapshot.
  2: ({ node, initialOffset }, ownTexts) => ({ node: maskNode(node, ownTexts), initialOffset }),
  3: (data, ownTexts) => maskersBySource[data['source'] as number]?.(data, ownTexts) ?? null,
  4: ({ href, width, height }) => ({ href: maskHref(href), width, height }),
};

/** Allowed sources of incremental changes; all others are dropped. */
const maskersBySource: Readonly<Record<number, Masker>> = {
  0: maskMutation,
  1: ({ source, positions }) => ({ source, positions }),
  2: ({ source, type, id, x, y, pointerType }) => ({ source, type, id, x, y, pointerType }),
  3: ({ source, id, x, y }) => ({ source, id, x, y }),
  4: ({ source, width, height }) => ({ source, width, height }),
  5: ({ source, id, text, isChecked }) => ({ source, id, text: maskTypedText(toStringOrEmpty(text)), isChecked }),
  6: ({ source, positions }) => ({ source, positions }),
};

/**
 * Returns the part of an event that may leave the browser, or null. rrweb masks too, but this allowlist is under our
 * control; a blocklist would miss new data.
 */
export function maskEvent(event: RecordedEvent, ownTexts: ReadonlySet<string>): RecordedEvent | null {
  const data = maskersByType[event.type]?.((event.data ?? {}) as Fields, ownTexts) ?? null;
  return data && { type: event.type, data, timestamp: event.timestamp };
}

function maskMutation(data: Fields, ownTexts: ReadonlySet<string>): Fields {
  return {
    source: data['source'],
    removes: toFieldsList(data['removes']).map(({ parentId, id }) => ({ parentId, id })),
    adds: toFieldsList(data['adds']).map(({ parentId, nextId, node }) => ({
      parentId,
      nextId,
      node: maskNode(node, ownTexts),
    })),
    texts: toFieldsList(data['texts']).map(({ id, value }) => ({
      id,
      value: maskText(toStringOrEmpty(value), ownTexts),
    })),
    attributes: toFieldsList(data['attributes']).map(({ id, attributes }) => ({
      id,
      attributes: maskAttributes(attributes, ownTexts),
    })),
  };
}

function maskNode(given: unknown, ownTexts: ReadonlySet<string>): Fields {
  const node = (given ?? {}) as Fields;
  const { id, type, name, publicId, systemId, compatMode, tagName, isSVG, needBlock } = node;
  const shared = { id, type };
  if (type === TEXT) return { ...shared, textContent: maskText(toStringOrEmpty(node['textContent']), ownTexts) };
  const childNodes = toFieldsList(node['childNodes']).map((child) => maskNode(child, ownTexts));
  if (type === ELEMENT) {
    return {
      ...shared,
      tagName,
      isSVG,
      needBlock,
      attributes: maskAttributes(node['attributes'], ownTexts),
      childNodes,
    };
  }
  return { ...shared, name, publicId, systemId, compatMode, childNodes, textContent: '' };
}

function maskHref(href: unknown): string {
  const url = parseUrl(toStringOrEmpty(href));
  return url ? url.origin + getFirstSegment(url.pathname) : '';
}

function toFieldsList(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? (value as readonly Fields[]) : [];
}

function toStringOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
