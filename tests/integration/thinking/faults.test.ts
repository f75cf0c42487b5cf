/** Tests each fault at each moment through the whole service: a complete answer or one clear error, stated in the trace. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ErrorCode, errorCatalogue } from '../../../core/index.ts'
import type { ScriptedRequest } from '../../fakes/scripted-llm/server.ts'
import { told } from '../../fixtures/client-turns.ts'
import { haplotypeWorkspace, openProxied, type Proxied } from '../../fixtures/proxied.ts'
import { rawAnswer } from '../../fixtures/raw-answer.ts'
import {
  CELLS,
  type Cell,
  type CellServer,
  cellIn,
  createCellServer,
  HELPERS,
  masterOf,
  mutesHelp,
  RETRIES,
  withoutInjections,
} from './fault-cell.ts'

const SETTINGS = {
  monitor: 'published',
  llmRetries: RETRIES,
  llmRetryWaitMs: 1,
  llmConcurrency: 100,
  llmRoles: Object.fromEntries(HELPERS.map((role) => [role, { model: role }])),
}
/** For servers that fall silent; everywhere else a busy machine is no failure. */
const SHORT = { llmFirstTokenMs: 2_500, llmBetweenTokensMs: 2_500 }
/** For those that fall silent midway: an answer that begins late is asked for again, and then has no fault. */
const SHORT_MIDWAY = { llmFirstTokenMs: 60_000, llmBetweenTokensMs: 2_500 }
const PATIENT = { llmFirstTokenMs: 60_000, llmBetweenTokensMs: 60_000 }
const TOGETHER = 24
const TRIAL = 'one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen'

const servers = new Map<number, CellServer>()
let workspace = ''
let hasty: Proxied
let hastyMidway: Proxied
let patient: Proxied
const answers = new Map<Cell, Told>()
beforeAll(async () => {
  workspace = await haplotypeWorkspace()
  hasty = await openProxied(answer, { settings: { ...SETTINGS, ...SHORT, workspace } })
  hastyMidway = await openProxied(answer, { settings: { ...SETTINGS, ...SHORT_MIDWAY, workspace } })
  patient = await openProxied(answer, { settings: { ...SETTINGS, ...PATIENT, workspace } })
  // Those that are waited for come first: the others are worked on meanwhile.
  const cells = CELLS.toSorted((one, other) => waitOf(other) - waitOf(one)).values()
  const work = async () => {
    for (const cell of cells) answers.set(cell, await ask(cell))
  }
  await Promise.all(Array.from({ length: TOGETHER }, work))
}, 900_000)
afterAll(async () => {
  await hasty[Symbol.asyncDispose]()
  await hastyMidway[Symbol.asyncDispose]()
  await patient[Symbol.asyncDispose]()
})

function answer(request: ScriptedRequest) {
  const server = servers.get(cellIn(request.body))
  if (server !== undefined) return server.answer(request)
  const last = request.body.messages?.at(-1)
  return { text: last?.role === 'assistant' ? TRIAL.slice(last.content.length) : TRIAL }
}

interface Told {
  readonly status: number
  readonly text: string
  /** Finish reasons sent to the client with a complete answer. */
  readonly finishes: readonly string[]
  readonly errors: readonly { readonly code: string; readonly message: string; readonly type: string }[]
  readonly gloss: readonly {
    readonly injections: readonly unknown[]
    readonly failures: readonly { readonly stage: string; readonly code: string }[]
  }[]
}

async function ask(cell: Cell): Promise<Told> {
  servers.set(cell.id, createCellServer(cell))
  const messages = [{ role: 'user', content: `Write the text of cell ${cell.id}.` }]
  const { url } = proxyFor(cell)
  const { status, bytes, isWhole } = await rawAnswer(`${url}/chat/completions`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gloss', stream: cell.isStreamed, messages }),
  })
  expect(isWhole).toBe(true)
  if (cell.isStreamed && status === 200) {
    const { isDone, ...read } = told(bytes)
    expect(isDone).toBe(read.errors.length === 0)
    return { status, ...read }
  }
  const { choices = [], error, gloss } = JSON.parse(bytes.toString())
  return {
    status,
    text: choices[0]?.message.content ?? '',
    finishes: choices.map((choice: { finish_reason: string }) => choice.finish_reason),
    errors: error === undefined ? [] : [error],
    gloss: gloss === undefined ? [] : [gloss],
  }
}

function proxyFor({ fault, moment }: Cell): Proxied {
  if (fault.kind !== 'stall') return patient
  return isMidway(moment) ? hastyMidway : hasty
}

const waitOf = ({ fault, isAlways }: Cell) => (fault.kind === 'stall' ? 1 + Number(isAlways) : 0)
const isMidway = (moment: Cell['moment']) => moment === 'in the stream' || moment === 'in the continuation'

const CODES: Readonly<Record<string, ErrorCode>> = {
  'status 429': 'MODEL_RATE_LIMITED',
  'status 500': 'MODEL_UNAVAILABLE',
  stall: 'MODEL_TIMEOUT',
  reset: 'MODEL_UNAVAILABLE',
  'hang-up': 'MODEL_UNAVAILABLE',
  malformed: 'MODEL_PROTOCOL',
  'error-frame': 'MODEL_UNAVAILABLE',
  end: 'MODEL_PROTOCOL',
  html: 'MODEL_PROTOCOL',
  empty: 'MODEL_PROTOCOL',
  'wrong-type': 'MODEL_PROTOCOL',
}

function codeOf({ fault, moment }: Cell): ErrorCode {
  const kind = fault.kind === 'status' ? `status ${fault.status}` : fault.kind
  return isMidway(moment) && kind !== 'stall' ? 'MODEL_STREAM_BROKEN' : CODES[kind]!
}

/** Stages that the trace must name, in its order. */
function stagesOf({ moment, isAlways }: Cell): readonly string[] {
  if (isMidway(moment)) return ['stream']
  const role = HELPERS.find((name) => moment.includes(name))
  return isAlways && role !== undefined && role !== 'sifter' ? [role] : []
}

/** The status of the model server is handed on. */
const namesStatus = ({ fault: { kind } }: Cell) => kind === 'status' || kind === 'error-frame'

const endsInError = ({ moment, isAlways }: Cell) => isAlways && !moment.endsWith('answer')

function checkWhole(cell: Cell, { status, text, finishes, errors, gloss }: Told): void {
  expect({ status, finishes, errors }).toEqual({ status: 200, finishes: ['stop'], errors: [] })
  expect(withoutInjections(text)).toBe(masterOf(cell))
  const [{ injections, failures } = { injections: [], failures: [] }] = gloss
  if (!mutesHelp(cell)) expect(injections.length).toBeGreaterThan(0)
  for (const stage of stagesOf(cell))
    expect(failures).toContainEqual(expect.objectContaining({ stage, code: codeOf(cell) }))
}

function checkError(cell: Cell, { status, text, finishes, errors, gloss }: Told): void {
  const hasBegun = cell.isStreamed && cell.moment !== 'before the first word'
  expect({ hasBegun, finishes, errors: errors.length }).toEqual({
    hasBegun: status === 200,
    finishes: [],
    errors: 1,
  })
  const code = codeOf(cell)
  if (!hasBegun && !namesStatus(cell)) expect(status).toBe(errorCatalogue[code].http)
  expect(errors[0]).toMatchObject({
    code,
    type: code === 'MODEL_RATE_LIMITED' ? 'rate_limit_error' : 'server_error',
    param: null,
    message: expect.stringContaining('scripted'),
  })
  expect(masterOf(cell).startsWith(withoutInjections(text))).toBe(true)
  if (hasBegun) expect(gloss[0]?.failures.at(-1)).toMatchObject({ code })
}

describe('a fault', () => {
  it.each(CELLS)('$name', (cell) => {
    const answered = answers.get(cell)!
    if (endsInError(cell)) checkError(cell, answered)
    else checkWhole(cell, answered)
  })
})

it('no fault leaves a request open at the model server', async () => {
  for (const { upstream } of [hasty, hastyMidway, patient]) {
    await Promise.all(upstream.requests.map(({ ended }) => ended))
    expect(upstream.open()).toBe(0)
  }
})
