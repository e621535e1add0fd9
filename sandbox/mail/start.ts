import { once } from 'node:events';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { openBooks } from '../world/books.ts';
import type { StandIn, World } from '../world/standIn.ts';

export type ReceivedEmail = { readonly subject: string; readonly text: string; readonly at: string };

export type MailStandIn = StandIn & {
  /** Lists the emails to an address, newest first. */
  list(to: string): readonly ReceivedEmail[];
  /** Lists the recipients, the one with the newest email first. */
  recipients(): readonly string[];
};

type StoredEmail = {
  readonly messageId: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly at: string;
  /** Number of deliveries: the product sends the same message id again after a lost answer. */
  deliveries: number;
};

type MailState = { letters: StoredEmail[] };

const MAXIMUM_BYTES = 1_000_000;

/** Starts a mail server that accepts every email and delivers none. The sandbox's mailbox displays the emails. */
export async function startMail(world: World, port: number): Promise<MailStandIn> {
  const books = openBooks<MailState>(join(world.dataDir, 'mail.json'), { letters: [] });

  const server = new SMTPServer({
    name: 'localhost',
    banner: 'Slipway sandbox',
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    disableReverseLookup: true,
    size: MAXIMUM_BYTES,
    closeTimeout: 500,
    logger: false,
    onData(stream, session, callback) {
      void answer(stream, session, callback);
    },
  });
  // Clients that disconnect abruptly are expected.
  server.on('error', () => undefined);

  async function answer(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
    callback: (fault?: Error | null) => void,
  ): Promise<void> {
    const fault = await receive(stream, session).catch((error: Error) => error);
    if (fault !== 'silent') callback(fault);
  }

  async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<Error | null | 'silent'> {
    const content = await readBytes(stream);
    if (stream.sizeExceeded) return createSmtpError(552, 'Message exceeds the fixed maximum size');
    const to = session.envelope.rcptTo.map(({ address }) => address.toLowerCase());
    const parsed = await PostalMime.parse(content);
    const fault = world.faults.take(
      'mail',
      ['lose_answer_before', 'lose_answer_after', 'answer_500', 'answer_429', 'hang'],
      'DATA',
      `${to.join(' ')} ${parsed.subject ?? ''}`,
    );
    if (fault?.effect === 'answer_500')
      return createSmtpError(554, 'The sandbox refuses this email because of a fault');
    if (fault?.effect === 'answer_429') return createSmtpError(451, 'Try again later');
    if (fault?.effect === 'hang') return 'silent';
    if (fault?.effect === 'lose_answer_before') return hangUp(session);
    await books.commit((state) =>
      storeEmail(state, {
        messageId: parsed.messageId ?? '',
        from: parsed.from?.address ?? '',
        to,
        subject: parsed.subject ?? '',
        text: (parsed.text ?? '').trimEnd(),
        at: world.clock.now().toISOString(),
        deliveries: 1,
      }),
    );
    return fault?.effect === 'lose_answer_after' ? hangUp(session) : null;
  }

  /** Closes the client's connection without an answer. */
  function hangUp(session: SMTPServerSession): 'silent' {
    for (const connection of server.connections as Set<{ id: string; _socket: { destroy(): void } }>) {
      if (connection.id === session.id) connection._socket.destroy();
    }
    return 'silent';
  }

  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  const boundPort = address !== null && typeof address === 'object' ? address.port : port;

  return {
    name: 'mail',
    url: `smtp://localhost:${boundPort}`,
    books: () => books.state,
    list(to) {
      const recipient = to.trim().toLowerCase();
      return books.state.letters
        .filter((letter) => letter.to.includes(recipient))
        .map(({ subject, text, at }) => ({ subject, text, at }))
        .toReversed();
    },
    recipients: () => [...new Set(books.state.letters.toReversed().flatMap((letter) => letter.to))],
    async stop() {
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await books.settled();
    },
  };
}

function storeEmail(state: MailState, letter: StoredEmail): void {
  const same = state.letters.find(
    (known) => known.messageId !== '' && known.messageId === letter.messageId && known.to.join() === letter.to.join(),
  );
  if (same) same.deliveries += 1;
  else state.letters.push(letter);
}

async function readBytes(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function createSmtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
