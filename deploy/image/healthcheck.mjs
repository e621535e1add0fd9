// Whether the process of this container answers, by its role: HTTP of the api, the socket of the signer. A worker listens to
// nobody, and ends when it cannot go on.
import { connect } from 'node:net';

const { ROLE = 'all', PORT = '8080', SIGNER_SOCKET = '' } = process.env;

function listens(socket) {
  return new Promise((resolve) => {
    const connection = connect(socket);
    connection.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
}

const answers = {
  api: () => fetch(`http://127.0.0.1:${PORT}/healthz`).then(({ ok }) => ok),
  worker: async () => true,
  signer: () => listens(SIGNER_SOCKET),
};
const healthy = await (answers[ROLE] ?? answers.api)().catch(() => false);
process.exit(healthy ? 0 : 1);
