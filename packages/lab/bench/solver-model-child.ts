/**
 * The model server of solver.bench.ts, a process of its own that answers at once. Prints its address; a line on its standard input is answered with
 * what it was asked since the last one and the processor time that this took; ends with its standard input.
 */
import { createInterface } from 'node:readline'
import { type RoleScripts, startScriptedSolver } from '../../../tests/fakes/scripted-solver.ts'
import { solved } from '../../../tests/fixtures/eigen1-run.ts'

export interface Served {
  readonly bodies: readonly Readonly<Record<string, unknown>>[]
  readonly cpuMs: number
}

const DOUBT =
  'I am not sure what a single crossover in a gamete allows: is it really one switch between the parental chromosomes? '
const CALM =
  'The sequences are listed one after the other, and each of them is compared with those of the parents. '

const CALM_ANSWER = `${CALM.repeat(7)}${solved('30')}`

/** Of ReThinker: the same lengths, without looks; the selector gives log probabilities. */
const RETHINKER: RoleScripts = {
  solver: () => ({ text: CALM_ANSWER }),
  reflector: () => ({
    text: `Part 1: Reasoning Trajectory Summary\n* ${CALM}\nPart 2: Final Answer\n* 30\nPart 3: Key Areas for Improvement\n* ${CALM}`,
  }),
  critic: () => ({ text: CALM_ANSWER }),
  selector: () => ({
    text: `VERIFICATION:\n${CALM.repeat(7)}\nFINAL DECISION: <select>Response 1</select>`,
    logprobs: true,
  }),
}

const REPORT = JSON.stringify({ accept: false, confidence: 0.5, issues: ['no unit'], fix: 'Add the unit.' })
const EXPERTS = ['physics', 'math'].map((role) => ({ role, prompt: CALM, produces: 'a number' }))
const SOLVED = `${CALM.repeat(7)}\nFinal Answer:\n30`
const say = (text: string) => () => ({ text })

await using server = await startScriptedSolver({
  ...Object.fromEntries(
    [
      'ceo',
      'manager',
      'worker',
      'answer',
      'encloser',
      'analyzer',
      'solver',
      'expert',
      'synthesizer',
      'finalizer',
    ].map((role) => [role, say(SOLVED)]),
  ),
  planner: say(JSON.stringify({ expected_type: 'numeric', plan: [CALM], checks: ['one number'] })),
  hypothesizer: say(JSON.stringify({ assumptions: [CALM] })),
  architect: say(JSON.stringify({ q_type: 'numeric', plan: [CALM], checks: [], expert_sequence: EXPERTS })),
  allocator: say(JSON.stringify({ steps: EXPERTS, q_type: 'numeric' })),
  critic: say(REPORT),
  guard: say(REPORT),
  ...(process.argv[2] === 'phase' ? { evaluator: say(REPORT) } : {}),
  ...(process.argv[2] === 'rethinker' ? RETHINKER : {}),
  // Some 1,400 characters with three looks, of which the first finds doubt; then on from what was put in.
  proposer: ({ body }) => {
    const last = body.messages?.at(-1)
    const isGoneOn = last?.role === 'assistant' && last.content.includes('crossover')
    return { text: isGoneOn ? ` ${CALM.repeat(7)}${solved('30')}` : `${DOUBT.repeat(6)}${solved('32')}` }
  },
})
console.log(server.url)
let before = process.cpuUsage()
let asked = 0
for await (const _ of createInterface({ input: process.stdin })) {
  const { user, system } = process.cpuUsage(before)
  const served: Served = {
    bodies: server.requests.slice(asked).map(({ body }) => body),
    cpuMs: (user + system) / 1_000,
  }
  console.log(JSON.stringify(served))
  asked = server.requests.length
  before = process.cpuUsage()
}
