/** One cell of the fault matrix: which fault, at which moment of a helped answer, once or always, and how a client asks. */
import type { Fault, Script, ScriptedBody, ScriptedRequest } from '../../fakes/scripted-llm/server.ts'

export const HELPERS = ['monitor', 'querier', 'sifter', 'injector'] as const
export type Helper = (typeof HELPERS)[number]

export type Moment =
  | 'before the first word'
  | 'in the stream'
  | `in the ${Helper}’s answer`
  | 'before the continuation'
  | 'in the continuation'

export interface Cell {
  readonly name: string
  readonly id: number
  readonly fault: Fault
  readonly moment: Moment
  readonly isAlways: boolean
  readonly isStreamed: boolean
}

export const RETRIES = 2
const INSTEAD: readonly Fault[] = [
  { kind: 'status', status: 429, headers: { 'retry-after-ms': '3' } },
  { kind: 'status', status: 500 },
  { kind: 'stall' },
  { kind: 'reset' },
  { kind: 'hang-up' },
  { kind: 'malformed' },
  { kind: 'error-frame' },
  { kind: 'end' },
  { kind: 'html' },
  { kind: 'empty' },
  { kind: 'wrong-type' },
]
// What a server can still do that has begun to answer.
const MIDWAY: readonly Fault[] = INSTEAD.slice(2, 8)
const MOMENTS: readonly { readonly moment: Moment; readonly faults: readonly Fault[] }[] = [
  { moment: 'before the first word', faults: INSTEAD },
  { moment: 'in the stream', faults: MIDWAY },
  ...HELPERS.map((role) => ({ moment: `in the ${role}’s answer` as const, faults: INSTEAD })),
  { moment: 'before the continuation', faults: INSTEAD },
  { moment: 'in the continuation', faults: MIDWAY },
]

export const CELLS: readonly Cell[] = MOMENTS.flatMap(({ moment, faults }) =>
  faults.flatMap((fault) =>
    [false, true].flatMap((isAlways) =>
      [true, false].map((isStreamed) => ({ fault, moment, isAlways, isStreamed })),
    ),
  ),
).map((cell, id) => ({ ...cell, id, name: nameOf(cell) }))

function nameOf({ fault, moment, isAlways, isStreamed }: Omit<Cell, 'id' | 'name'>): string {
  const kind = fault.kind === 'status' ? `status ${fault.status}` : fault.kind
  return `${kind} ${moment}, ${isAlways ? 'always' : 'once'}, ${isStreamed ? 'streamed' : 'whole'}`
}

// The model's spaces are of another kind than those around an injection. Every window has the number of the cell in it, and no sentence is
// long enough to be held against the papers.
const SENTENCES = 120
export const masterOf = ({ id }: Cell) =>
  Array.from({ length: SENTENCES }, (_, at) => `At ${at} in cell ${id}. says 🧬. `)
    .join('')
    .replaceAll(' ', '\u00a0')
export const cellIn = (body: unknown) => Number(/cell\s(\d+)\./.exec(JSON.stringify(body))?.[1] ?? -1)
export const withoutInjections = (text: string) => text.replaceAll(/ ?⟦[^⟧]*⟧ ?/g, '')

// Far enough for a look to fall due, and with enough behind it.
const WATCHED_FRAMES = 30
const PACE_MS = 5
// Pace while a helper is asked: far below a deadline, and slow enough for three of them.
const WATCHED_PACE_MS = 100
const FRAMES_AFTER_GIVING_UP = 5

export interface CellServer {
  answer(request: ScriptedRequest): Script
}

/** Plays the model and all its helpers for one cell. */
export function createCellServer(cell: Cell): CellServer {
  const { fault, moment, isAlways, id } = cell
  let faults = 0
  let isGivenUp = false
  let after = 0

  function broken(script: Script, at: Moment, afterFrames = 0): Script {
    if (moment !== at || (!isAlways && faults > 0)) return script
    faults++
    // What is sent right before a reset may never arrive.
    const pace = afterFrames > 0 ? { paceMs: PACE_MS } : {}
    return { ...script, ...pace, fault: { ...fault, afterFrames } }
  }

  function helperAnswer(role: Helper, body: ScriptedBody): Script {
    const length = Number(/"minItems":(\d+)/.exec(JSON.stringify(body))?.[1] ?? 1)
    const said = {
      monitor: 'yes',
      querier: `ACE haplotypes lisinopril cell ${id}.x`,
      sifter: JSON.stringify({ scores: Array.from({ length }, () => 1) }),
      injector: '⟦Wait.⟧',
    }
    return broken({ text: said[role] }, `in the ${role}’s answer`)
  }

  /** Continues slowly while a helper is asked. */
  async function talkOn(frame: number): Promise<void> {
    if (frame <= WATCHED_FRAMES || after > FRAMES_AFTER_GIVING_UP) return
    if (isGivenUp) after++
    await new Promise((resolve) => setTimeout(resolve, WATCHED_PACE_MS))
  }

  function turnAnswer({ messages = [] }: ScriptedBody): Script {
    const last = messages.at(-1)
    const begun = last?.role === 'assistant' ? last.content : ''
    const rest = masterOf(cell).slice(withoutInjections(begun).length)
    const text = rest.match(/[\s\S]{1,31}/gu) ?? []
    if (begun.includes('⟦'))
      return broken(broken({ text }, 'in the continuation', 4), 'before the continuation')
    return broken(broken({ text, gate: talkOn }, 'in the stream', 5), 'before the first word')
  }

  return {
    answer({ body, ended }) {
      if (!isHelper(body.model ?? '')) return turnAnswer(body)
      const said = helperAnswer(body.model as Helper, body)
      // On a connection that was used before, a question that finds it closed is sent twice.
      isGivenUp = false
      after = 0
      if (mutesHelp(cell) && faults > RETRIES)
        void ended.then(() => {
          isGivenUp = true
        })
      return said
    },
  }
}

/** Nothing is put in where a helper always fails; without its sifter all evidence is taken. */
export function mutesHelp({ moment, isAlways }: Cell): boolean {
  return isAlways && moment.endsWith('answer') && !moment.includes('sifter')
}

function isHelper(model: string): model is Helper {
  return (HELPERS as readonly string[]).includes(model)
}
