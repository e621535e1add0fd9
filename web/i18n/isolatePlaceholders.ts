import type { Messages } from '@lingui/core';
import type { CompiledMessage } from '@lingui/message-utils/compileMessage';

/** Unicode bidirectional controls: the text between them is laid out separately. */
const FIRST_STRONG_ISOLATE = '\u2068';
const LEFT_TO_RIGHT = '\u2066';
const END = '\u2069';

type Token = CompiledMessage[number];

/**
 * Returns messages for a right-to-left page in which names, amounts and addresses in placeholders do not reorder the text
 * around them. English messages in `englishFallbacks` are laid out left-to-right.
 */
export function isolatePlaceholders(own: Messages, englishFallbacks: Messages): Messages {
  return {
    ...mapValues(englishFallbacks, (message) => [LEFT_TO_RIGHT, ...toTokens(message), END]),
    ...mapValues(own, (message) => isolateTokens(toTokens(message))),
  };
}

function isolateTokens(tokens: CompiledMessage): CompiledMessage {
  return tokens.flatMap((token, index): Token[] => {
    if (typeof token === 'string') return [token];
    const [name, kind, choices] = token;
    if (kind === undefined) return isJoined(tokens, index) ? [token] : [FIRST_STRONG_ISOLATE, token, END];
    if (typeof choices !== 'object' || choices === null) return [token];
    return [[name, kind, isolateChoices(choices as Record<string, unknown>)]];
  });
}

function isolateChoices(choices: Record<string, unknown>): Record<string, unknown> {
  return mapValues(choices, (choice) => (Array.isArray(choice) ? isolateTokens(choice as CompiledMessage) : choice));
}

/** `{month}/{year}` is one figure; isolated separately, its halves would swap. */
function isJoined(tokens: CompiledMessage, index: number): boolean {
  const [before, after] = [tokens[index - 1], tokens[index + 1]];
  return (typeof before === 'string' && before.endsWith('/')) || (typeof after === 'string' && after.startsWith('/'));
}

function toTokens(message: string | CompiledMessage): CompiledMessage {
  return typeof message === 'string' ? [message] : message;
}

function mapValues<From, To>(record: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
