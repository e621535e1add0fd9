// Exits with status 0 if the process of this container answers. Queries /healthz of the api, the console, and a worker with a
// HEALTH_PORT. For the signer, connects to its socket and queries its HEALTH_PORT, if set. A worker without a HEALTH_PORT counts as
// healthy: it listens nowhere, and ends if it cannot continue.
import { connect } from 'node:net';

const { ROLE = 'all', PORT, HEALTH_PORT, SIGNER_SOCKET = '', LISTEN_ADDRESS = '' } = process.env;
const host = ['', '0.0.0.0', '::'].includes(LISTEN_ADDRESS) ? '127.0.0.1' : LISTEN_ADDRESS;

function listens(socket) {
  return new Promise((resolve) => {
    const connection = connect(socket);
    connection.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
}

const answersAt = (port) =>
  fetch(`http://${host.includes(':') ? `[${host}]` : host}:${port}/healthz`).then(({ ok }) => ok);

const answers = {
  api: () => answersAt(PORT ?? '8080'),
  console: () => answersAt(PORT ?? '8085'),
  worker: async () => HEALTH_PORT === undefined || answersAt(HEALTH_PORT),
  signer: async () => (await listens(SIGNER_SOCKET)) && (HEALTH_PORT === undefined || (await answersAt(HEALTH_PORT))),
};
const healthy = await (answers[ROLE] ?? answers.api)().catch(() => false);
process.exit(healthy ? 0 : 1);
