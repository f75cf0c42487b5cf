/** Checks seeded streams through `/v1/chat/completions` of the whole service, as a client reads them; all helpers are scripted models. */
import { rmSync } from 'node:fs'
import type { Script, ScriptedBody, ScriptedRequest } from '../../../../tests/fakes/scripted-llm/server.ts'
import { told } from '../../../../tests/fixtures/client-turns.ts'
import { haplotypeWorkspace, openProxied, type Proxied } from '../../../../tests/fixtures/proxied.ts'
import { rawAnswer } from '../../../../tests/fixtures/raw-answer.ts'
import {
  brokenAfter,
  type Chance,
  chanceOf,
  MAX_BREAKS,
  type Master,
  masterText,
  randomBreak,
  tokensIn,
  wireOf,
} from './stream-case.ts'
import { differences } from './stream-laws.ts'

interface ProxiedCase {
  readonly master: Master
  readonly faults: readonly (ReturnType<typeof randomBreak> | null)[]
  readonly isStreamed: boolean
}

export interface ProxiedLab extends AsyncDisposable {
  readonly proxied: Proxied
  run(seed: number): Promise<{ readonly injections: number; readonly problems: readonly string[] }>
}

// The model's spaces differ from those around an injection, which shows whose each space is.
const MODELS_SPACE = '\u00a0'
// Text of an injection after the mark ends with a bracket, which the model never writes: a full stop after it is the model's.
const INJECTED = / ?⟦[^⟧]*⟧(?:\.?\))? ?/g

function proxiedCaseOf(seed: number): ProxiedCase {
  const chance = chanceOf(seed)
  const hasThoughts = chance.isLuck(0.2)
  const form = { space: MODELS_SPACE, codeBlocks: chance.isLuck(0.2) ? 2 : 0 }
  return {
    master: {
      reasoning: hasThoughts ? masterText(chance, { ...form, most: 300 }) : '',
      text: masterText(chance, { ...form, least: 300, most: 2_500 }),
    },
    // Thoughts of an unknown server cannot be continued.
    faults: Array.from({ length: MAX_BREAKS }, () =>
      !hasThoughts && chance.isLuck(0.3) ? randomBreak(chance) : null,
    ),
    isStreamed: chance.isLuck(0.8),
  }
}

export async function openProxiedLab(): Promise<ProxiedLab> {
  const workspace = await haplotypeWorkspace()
  const calls = new Map<number, number>()
  const problems = new Map<number, string[]>()
  const roles = Object.fromEntries(
    ['monitor', 'querier', 'sifter', 'injector'].map((role) => [role, { model: role }]),
  )
  const settings = { workspace, monitor: 'published', llmRoles: roles, llmConcurrency: 200 }

  function answer(request: ScriptedRequest): Script {
    const { model = '' } = request.body
    if (model !== 'scripted') return helperAnswer(model, request.body)
    const seed = Number(/the text of seed (\d+)\./.exec(JSON.stringify(request.body))?.[1] ?? -1)
    const call = calls.get(seed) ?? 0
    calls.set(seed, call + 1)
    const said = seed < 0 ? { text: trialAnswer(request.body) } : modelAnswer(seed, call, request.body)
    if (typeof said !== 'string') return said
    problems.get(seed)?.push(said)
    return { fault: { kind: 'status', status: 400 } }
  }

  const proxied = await openProxied(answer, { settings })
  return {
    proxied,
    async run(seed) {
      const found: string[] = []
      problems.set(seed, found)
      const outcome = await ask(proxied, seed)
      problems.delete(seed)
      calls.delete(seed)
      return { ...outcome, problems: [...found, ...outcome.problems] }
    },
    async [Symbol.asyncDispose]() {
      await proxied[Symbol.asyncDispose]()
      rmSync(workspace, { recursive: true })
    },
  }
}

/** Continues where the trailing message stops; returns a problem as a string if that is nowhere in its text. */
function modelAnswer(seed: number, call: number, { messages = [] }: ScriptedBody): Script | string {
  const { master, faults } = proxiedCaseOf(seed)
  const chance = chanceOf(seed * 1_000 + call)
  const last = messages.at(-1)
  const begun = last?.role === 'assistant' ? last.content.replaceAll(INJECTED, '') : ''
  if (!master.text.startsWith(begun)) return `call ${call} was sent ${JSON.stringify(last?.content)}`
  const form = { longestToken: chance.pick([4, 20, 100]), splitsPairs: chance.isLuck(0.2) }
  const script = {
    reasoning: begun === '' ? tokensIn(master.reasoning, chance, form) : [],
    text: tokensIn(master.text.slice(begun.length), chance, form),
    usage: chance.pick(['last', 'every', 'never'] as const),
    paceMs: chance.pick([0, 0, 1]),
    wire: wireOf(chance, seed + call),
  }
  return brokenAfter(script, faults[call] ?? null, chance)
}

/** Returns the answer to a probe of continuation. */
function trialAnswer({ messages = [] }: ScriptedBody): string {
  const sample =
    'one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen'
  const last = messages.at(-1)
  return last?.role === 'assistant' ? sample.slice(last.content.length) : sample
}

function helperAnswer(role: string, body: ScriptedBody): Script {
  const asked = JSON.stringify(body.messages)
  const chance = chanceOf([...asked].reduce((hash, letter) => Math.imul(hash, 31) + letter.charCodeAt(0), 7))
  if (role === 'monitor') return { text: chance.pick(['Yes', 'no', 'yes, it is in doubt']) }
  if (role === 'querier')
    return { text: chance.pick(['ACE haplotypes', 'lisinopril response', 'gene of ACE']) }
  if (role === 'sifter') return { text: worths(body, chance) }
  return {
    text: `⟦${chance.pick(['Wait, it is 🧬', '中文。', 'see \\n and "x"'])}⟧${chance.pick(['', '.)', ')'])}`,
  }
}

function worths(body: ScriptedBody, chance: Chance): string {
  const length = Number(/"minItems":(\d+)/.exec(JSON.stringify(body))?.[1] ?? 1)
  const scores = Array.from({ length }, () => chance.pick([0, 1, 2]))
  return chance.isLuck(0.8) ? JSON.stringify({ scores }) : 'I would rather not say.'
}

async function ask({ url }: Proxied, seed: number) {
  const { master, isStreamed } = proxiedCaseOf(seed)
  const body = {
    model: 'gloss',
    stream: isStreamed,
    messages: [{ role: 'user', content: `Write the text of seed ${seed}.` }],
  }
  const headers = { 'content-type': 'application/json' }
  const answer = await rawAnswer(`${url}/chat/completions`, { headers, body: JSON.stringify(body) })
  const { text, reasoning, injections, isOver } = isStreamed ? streamed(answer.bytes) : whole(answer.bytes)
  const problems = isOver ? [] : [`ended with ${answer.status} ${answer.bytes.toString().slice(-500)}`]
  let said = ''
  let from = 0
  for (const { span, text: injected } of injections) {
    if (text.slice(...span) !== injected) problems.push(`at ${span[0]} there is no ${injected}`)
    said += text.slice(from, span[0])
    from = span[1] + (text[span[1]] === ' ' ? 1 : 0)
  }
  problems.push(...differences(master, { reasoning, text: said + text.slice(from) }))
  return { injections: injections.length, problems }
}

interface Read {
  readonly text: string
  readonly reasoning: string
  readonly injections: readonly { readonly span: readonly [number, number]; readonly text: string }[]
  readonly isOver: boolean
}

function streamed(bytes: Uint8Array): Read {
  const { text, reasoning, gloss, isDone, finishes, errors } = told(bytes)
  const isOver = isDone && finishes.join() === 'stop' && errors.length === 0
  return { text, reasoning, isOver, injections: gloss[0]?.injections ?? [] }
}

function whole(bytes: Uint8Array): Read {
  const { choices: [choice] = [], gloss } = JSON.parse(Buffer.from(bytes).toString())
  const { content: text = '', reasoning_content: reasoning = '' } = choice?.message ?? {}
  return { text, reasoning, isOver: choice?.finish_reason === 'stop', injections: gloss?.injections ?? [] }
}
