/**
 * Runs a peer in its own process and talks to it over stdin and stdout: one line of JSON per command and per answer (peer.py describes
 * them). If a peer needs vectors it requests them in between, so that both sides use the same ones.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Embedder } from '../../../../models/index.ts'

/** Describes how to start a peer. */
export interface PeerProgram {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
}

/** Sends a command. The caller checks the form of the answer. */
export interface Peer {
  readonly version: string
  /** Throws `PeerFailure`. */
  ask(command: { readonly do: string; readonly [argument: string]: unknown }): Promise<unknown>
  close(): Promise<void>
}

/** A peer that is not installed, and the package that it lacks. */
export interface MissingPeer {
  readonly missing: string
}

/** Thrown if a peer ended, took too long, or sent an answer that is not in the protocol. */
export class PeerFailure extends Error {}

type Message =
  | { readonly ready: string }
  | { readonly missing: string }
  | { readonly answer: unknown }
  | { readonly error: string }
  | { readonly embed: readonly string[] }

/** Time limit of a command: LightRAG indexes in a minute on an idle machine, so longer means it hangs. Chosen, not measured. */
const TIMEOUT_MS = 900_000
const STDERR_CHARACTERS = 2000
// Limits every side to one thread.
const ONE_THREAD = {
  OMP_NUM_THREADS: '1',
  OPENBLAS_NUM_THREADS: '1',
  MKL_NUM_THREADS: '1',
  PYTHONWARNINGS: 'ignore',
}

/** Starts a peer and waits for its introduction. Throws `PeerFailure`. */
export async function openPeer(
  program: PeerProgram,
  embedder: Pick<Embedder, 'dims' | 'embed'>,
): Promise<Peer | MissingPeer> {
  const child = spawn(program.command, program.args, { env: { ...process.env, ...ONE_THREAD } })
  const conversation = converse(child, embedder)
  const first = await conversation.next()
  if (first === null) return { missing: program.command }
  if ('missing' in first) {
    await conversation.end()
    return { missing: first.missing }
  }
  if (!('ready' in first)) {
    await conversation.end()
    throw new PeerFailure(`it began with ${JSON.stringify(first).slice(0, 100)}`)
  }
  return {
    version: first.ready,
    async ask(command) {
      conversation.say(command)
      const answer = await conversation.next()
      if (answer !== null && 'answer' in answer) return answer.answer
      throw new PeerFailure(answer !== null && 'error' in answer ? answer.error : 'it gave no answer')
    },
    close: () => conversation.end(),
  }
}

function converse(child: ChildProcessWithoutNullStreams, embedder: Pick<Embedder, 'dims' | 'embed'>) {
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-STDERR_CHARACTERS)
  })
  let isThere = true
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => {
      isThere = (error as NodeJS.ErrnoException).code !== 'ENOENT'
      resolve(error.message)
    })
    child.once('close', (status, signal) => resolve(signal === null ? `exit status ${status}` : signal))
  })
  // Writing to a peer that has ended fails; reading its next answer reports that it ended.
  child.stdin.on('error', () => undefined)
  const say = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`)

  async function nextLine(): Promise<string | null> {
    const late = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS)
    const line = await lines.next()
    clearTimeout(late)
    if (line.done !== true) return line.value
    const how = await ended
    if (!isThere) return null
    const last = complaint.trim().split('\n').at(-1) ?? ''
    throw new PeerFailure(`it ended (${how})${last === '' ? '' : `: ${last}`}`)
  }

  return {
    say,
    /** Returns the next answer; null if the program does not exist. */
    async next(): Promise<Exclude<Message, { readonly embed: readonly string[] }> | null> {
      for (;;) {
        const line = await nextLine()
        if (line === null) return null
        const message = messageIn(line)
        if (!('embed' in message)) return message
        const vectors = Buffer.concat((await embedder.embed([...message.embed])).map(bytesOf))
        say({ vectors: vectors.toString('base64'), dims: embedder.dims })
      }
    },
    async end(): Promise<void> {
      child.stdin.end()
      const late = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS)
      await ended
      clearTimeout(late)
    },
  }
}

function messageIn(line: string): Message {
  const kinds = ['ready', 'missing', 'answer', 'error', 'embed']
  try {
    const message = JSON.parse(line) as Message
    if (typeof message === 'object' && message !== null && kinds.some((kind) => kind in message))
      return message
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new PeerFailure(`it said what is no message: ${line.slice(0, 100)}`)
}

function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
}
