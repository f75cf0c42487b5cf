/** The agents of Eigen-1: who they are, what they are asked, and what of their turn is handed on. */
import { filledPrompt, type Prompt } from '../../core/index.ts'
import { loopSettingsOf } from '../../monitor/index.ts'
import type { AgentRun, AgentSpec } from '../agent.ts'
import { visibleText } from '../agent.ts'
import {
  correctorPrompt,
  type PrefixRole,
  prefixPrompt,
  proposerPrompt,
  rankerPrompt,
  refinerPrompt,
  writtenPrefix,
} from '../prompt-forms.ts'
import type { PromptTools } from '../prompt-tools.ts'
import { checkSolverPrompts } from '../prompts.ts'
import { stripForNextAgent } from '../reading/strip-for-next-agent.ts'
import type { Runner } from '../runner.ts'
import type { Eigen1Settings } from './settings.ts'

/** What an agent hands on, and where it comes from. */
export interface Solution {
  readonly text: string
  readonly path: string
  /** False where no answer stands in it, although the agent was told to write one. */
  readonly hasAnswer: boolean
}

export interface Agents {
  propose(path: string): Promise<Solution>
  correct(path: string, solution: Solution, suggestion?: string | null): Promise<Solution>
  /** Gives the anchor, repaired. */
  refine(path: string, anchor: Solution, references: readonly Solution[]): Promise<Solution>
  /** Gives what was asked and the ranker's visible text. */
  rank(
    path: string,
    candidates: readonly Solution[],
  ): Promise<{ readonly asked: AgentSpec['messages']; readonly text: string }>
}

/** Throws `PROMPT_INVALID` before anything is asked. */
export function createAgents(runner: Runner, query: string, settings: Eigen1Settings): Agents {
  checkSolverPrompts()
  const tools: PromptTools = {
    runsCode: settings.runsCode,
    searchesCorpus: settings.retrieval === 'explicit' || settings.retrieval === 'both',
    searchesWeb: settings.searchesWeb,
  }

  async function solution(path: string, role: PrefixRole, prompt: Prompt, values: Values): Promise<Solution> {
    const run = await runner.agent(path, specOf({ role, path, prompt, values, tools }, settings))
    return { text: handedOn(run), path, hasAnswer: run.hasAnswer === true }
  }

  return {
    propose: (path) => solution(path, 'proposer', proposerPrompt(tools), { query }),
    correct(path, { text }, suggestion = null) {
      const prompt = correctorPrompt(tools, { hasSuggestion: suggestion !== null })
      const values = { query, solution: text, ...(suggestion === null ? {} : { suggestion }) }
      return solution(path, 'corrector', prompt, values)
    },
    refine(path, anchor, references) {
      const values = { query, anchor_solution: anchor.text, ...numberedValues('reference', references) }
      return solution(path, 'refiner', refinerPrompt(tools, references.length + 1), values)
    },
    async rank(path, candidates) {
      const prompt = rankerPrompt(tools, candidates.length)
      const values = { query, ...numberedValues('response', candidates) }
      const spec = specOf({ role: 'ranker', path, prompt, values, tools }, settings)
      return { asked: spec.messages, text: visibleText(await runner.agent(path, spec)) }
    },
  }
}

type Values = Readonly<Record<string, string>>

function numberedValues(name: string, solutions: readonly Solution[]): Values {
  return Object.fromEntries(solutions.map(({ text }, at) => [`${name}_${at + 1}`, text]))
}

interface Asking {
  readonly role: PrefixRole
  readonly path: string
  readonly prompt: Prompt
  readonly values: Values
  readonly tools: PromptTools
}

function specOf({ role, path, prompt, values, tools }: Asking, settings: Eigen1Settings): AgentSpec {
  const { retrieval, temperature, maxTokens, maxSteps, k } = settings
  const { hasQuerier, hasSifter, hasInjector, helperTemperature } = settings
  const prefix = prefixPrompt({ role, ...tools, isAsPrinted: settings.isAsPrinted })
  const isWatched = retrieval === 'implicit' || retrieval === 'both'
  return {
    role,
    messages: [{ role: 'user', content: filledPrompt(prompt, values) }],
    prompts: [prompt, prefix],
    prefix: (continuesReasoning) => writtenPrefix(prefix, continuesReasoning),
    temperature,
    maxTokens,
    ...(settings.seed === null ? {} : { seed: seedOf(settings.seed, path) }),
    tools: settings.runsCode ? tools : null,
    search: { k, hasSifter, helperTemperature },
    monitoring: isWatched ? { hasQuerier, hasSifter, hasInjector, helperTemperature } : null,
    agent: { maxSteps, answerTag: role === 'ranker' ? 'select' : 'answer' },
    loop: loopSettingsOf(settings),
  }
}

/** Another one for each agent, so that proposers with one seed do not all write the same. */
function seedOf(seed: number, path: string): number {
  let hash = seed | 0
  for (const character of path) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) | 0
  // Of the 32 bits, the sign is what goes: paths that differ in their last digit differ in the last bit.
  return hash & 0x7fff_ffff
}

/** Where the model itself wrote nothing, the sentence that told it to come to an end, or evidence alone, is no solution. */
function handedOn(run: AgentRun): string {
  const own = run.segments.filter(({ by }) => by === 'model')
  return stripForNextAgent(visibleText({ ...run, segments: own })).text === ''
    ? ''
    : stripForNextAgent(visibleText(run)).text
}
