import { type Dictionary, type InnerList, type Item, parseDictionary, serializeDictionary } from 'structured-headers';

/**
 * Parses a dictionary header (RFC 9651). Undefined if it is invalid or not in the canonical form of RFC 9651: one meaning has
 * one spelling, so that duplicate members or spaces cannot hide anything.
 */
export function readDictionary(header: string): Dictionary | undefined {
  try {
    const dictionary = parseDictionary(header);
    return serializeDictionary(dictionary) === header ? dictionary : undefined;
  } catch {
    return undefined;
  }
}

export function isInnerList(member: Item | InnerList): member is InnerList {
  return Array.isArray(member[0]);
}

/** Returns the bytes of a byte-sequence member without parameters. */
export function readByteSequence(member: Item | InnerList | undefined): Buffer | undefined {
  if (!member || isInnerList(member)) return undefined;
  const [value, parameters] = member;
  return value instanceof ArrayBuffer && parameters.size === 0 ? Buffer.from(value) : undefined;
}
