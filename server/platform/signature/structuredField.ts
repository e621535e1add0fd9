import { type Dictionary, type InnerList, type Item, parseDictionary, serializeDictionary } from 'structured-headers';

/**
 * A header that is a dictionary (RFC 9651). Undefined for what cannot be read, and for what is not written as RFC 9651 would
 * write it: one meaning has one spelling, so that nothing is hidden in a second member of one name or in spaces.
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

/** The bytes of a member that is a byte sequence without parameters. */
export function bytesOf(member: Item | InnerList | undefined): Buffer | undefined {
  if (!member || isInnerList(member)) return undefined;
  const [value, parameters] = member;
  return value instanceof ArrayBuffer && parameters.size === 0 ? Buffer.from(value) : undefined;
}
