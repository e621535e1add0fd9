import { XMLParser } from 'fast-xml-parser';

export type XmlNode = { readonly name: string; readonly children: readonly XmlNode[]; readonly text: string };

type Ordered = Readonly<Record<string, unknown>>;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  removeNSPrefix: true,
});

/** Returns a document with its elements in order, and the message type that its namespace names; '' if none. */
export function readXmlTree(bytes: Uint8Array): { readonly root: XmlNode; readonly message: string } {
  // Names are ASCII, so they are the same in other encodings.
  const xml = Buffer.from(bytes).toString('latin1');
  const found = (parser.parse(xml) as readonly Ordered[]).find((node) => 'Document' in node);
  if (!found) throw new Error('a file without a document');
  const message = /(?:camt|pain)\.\d{3}\.001\.\d{2}/.exec(xml)?.[0] ?? '';
  return { root: toXmlNode(found), message };
}

function toXmlNode(node: Ordered): XmlNode {
  const name = Object.keys(node).find((key) => !key.startsWith(':')) ?? '';
  const content = node[name] as readonly Ordered[];
  return {
    name,
    children: content.filter((child) => !('#text' in child)).map(toXmlNode),
    text: content
      .map((child) => (typeof child['#text'] === 'string' ? child['#text'] : ''))
      .join('')
      .trim(),
  };
}
