import type { Messages } from '@lingui/core';
import type { CompiledMessage } from '@lingui/message-utils/compileMessage';

/** Marks of Unicode's bidirectional algorithm: what stands between them is laid out by itself. */
const ITS_OWN_DIRECTION = '\u2068';
const LEFT_TO_RIGHT = '\u2066';
const END = '\u2069';

type Token = CompiledMessage[number];

/**
 * Messages for a page from right to left: a name, an amount or an address that fills a placeholder keeps the words around it
 * in their order. What is `lent` by English is laid out as the English it is.
 */
export function isolatePlaceholders(own: Messages, lent: Messages): Messages {
  return {
    ...mapValues(lent, (message) => [LEFT_TO_RIGHT, ...asTokens(message), END]),
    ...mapValues(own, (message) => isolated(asTokens(message))),
  };
}

function isolated(tokens: CompiledMessage): CompiledMessage {
  return tokens.flatMap((token, index): Token[] => {
    if (typeof token === 'string') return [token];
    const [name, kind, choices] = token;
    if (kind === undefined) return isJoined(tokens, index) ? [token] : [ITS_OWN_DIRECTION, token, END];
    if (typeof choices !== 'object' || choices === null) return [token];
    return [[name, kind, isolatedChoices(choices as Record<string, unknown>)]];
  });
}

function isolatedChoices(choices: Record<string, unknown>): Record<string, unknown> {
  return mapValues(choices, (choice) => (Array.isArray(choice) ? isolated(choice as CompiledMessage) : choice));
}

/** `{month}/{year}` is one figure: taken apart, its halves would change places. */
function isJoined(tokens: CompiledMessage, index: number): boolean {
  const [before, after] = [tokens[index - 1], tokens[index + 1]];
  return (typeof before === 'string' && before.endsWith('/')) || (typeof after === 'string' && after.startsWith('/'));
}

function asTokens(message: string | CompiledMessage): CompiledMessage {
  return typeof message === 'string' ? [message] : message;
}

function mapValues<From, To>(record: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
