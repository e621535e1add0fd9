import { solveWork } from './solveWork.ts';

/** The page posts a challenge and terminates the worker after the answer. */
addEventListener('message', ({ data }: MessageEvent<string>) => postMessage(solveWork(data)));
