/** A request to the scripted server, and what it has cost so far. */
import type { IncomingMessage } from 'node:http'
import type { Counted } from './frames.ts'

export interface ScriptedBody {
  readonly model?: string
  readonly messages?: readonly { readonly role: string; readonly content: string }[]
  readonly prompt?: string
  readonly stream?: boolean
  readonly [key: string]: unknown
}

/** `answered`: sent to its end. `failed`: ended by a fault of the script. `left`: the client closed its socket first. */
export type Ending = 'answered' | 'failed' | 'left'

export interface ScriptedRequest {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: ScriptedBody
  /** What this request has cost so far. */
  readonly counted: Counted
  /** Resolves when the request is over; `atMs` as `performance.now()` has it. */
  readonly ended: Promise<{ readonly how: Ending; readonly atMs: number }>
}
