import { solveWork } from './solveWork.ts';

/** The page asks with a challenge, and ends the worker once it has the answer. */
addEventListener('message', ({ data }: MessageEvent<string>) => postMessage(solveWork(data)));
