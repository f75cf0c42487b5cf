/** Defines the agents of Eigen-1: their prompts, and the part of their turn that the next agent gets. */
import { filledPrompt, type Prompt } from '../../core/index.ts'
import { loopSettingsOf } from '../../monitor/index.ts'
import { type AgentSpec, visibleText } from '../agent.ts'
import { type HandedOn, handOn } from '../reading/hand-on.ts'
import type { Runner } from '../runner.ts'
import { seedOf } from '../seed-of-path.ts'
import {
  correctorPrompt,
  type PrefixRole,
  prefixPrompt,
  proposerPrompt,
  rankerPrompt,
  refinerPrompt,
  writtenPrefix,
} from './prompt-forms.ts'
import type { PromptTools } from './prompt-tools.ts'
import { checkSolverPrompts } from './prompts.ts'
import type { Eigen1Settings } from './settings.ts'

/** The text that an agent hands on, and its origin. */
export interface Solution extends HandedOn {
  readonly path: string
  /** False if it contains no answer, although the agent was asked for one. */
  readonly hasAnswer: boolean
}

export interface Agents {
  propose(path: string): Promise<Solution>
  correct(path: string, solution: Solution, suggestion?: string | null): Promise<Solution>
  /** Returns the repaired anchor. */
  refine(path: string, anchor: Solution, references: readonly Solution[]): Promise<Solution>
  rank(path: string, candidates: readonly Solution[]): Promise<Ranking>
}

export interface Ranking {
  readonly asked: AgentSpec['messages']
  /** All visible text. */
  readonly text: string
  readonly handed: HandedOn
}

/** Creates the agents. Throws `PROMPT_INVALID` before any request. */
export function createAgents(runner: Runner, query: string, settings: Eigen1Settings): Agents {
  checkSolverPrompts()
  const tools: PromptTools = {
    runsCode: settings.runsCode,
    searchesCorpus: settings.retrieval === 'explicit' || settings.retrieval === 'both',
    searchesWeb: settings.searchesWeb,
  }

  async function solution(
    path: string,
    role: PrefixRole,
    prompt: Prompt,
    solutions: Values = {},
  ): Promise<Solution> {
    const run = await runner.agent(path, specOf({ role, path, prompt, query, solutions, tools }, settings))
    return { ...handOn(run.segments), path, hasAnswer: run.hasAnswer === true }
  }

  return {
    propose: (path) => solution(path, 'proposer', proposerPrompt(tools)),
    correct(path, { text }, suggestion = null) {
      const prompt = correctorPrompt(tools, { hasSuggestion: suggestion !== null })
      const given = { solution: text, ...(suggestion === null ? {} : { suggestion }) }
      return solution(path, 'corrector', prompt, given)
    },
    refine(path, anchor, references) {
      const given = { anchor_solution: anchor.text, ...numberedValues('reference', references) }
      return solution(path, 'refiner', refinerPrompt(tools, references.length + 1), given)
    },
    async rank(path, candidates) {
      const prompt = rankerPrompt(tools, candidates.length)
      const solutions = numberedValues('response', candidates)
      const spec = specOf({ role: 'ranker', path, prompt, query, solutions, tools }, settings)
      const run = await runner.agent(path, spec)
      return { asked: spec.messages, text: visibleText(run), handed: handOn(run.segments, 'select') }
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
  readonly query: string
  /** Solutions and comments on them, all written by models. */
  readonly solutions: Values
  readonly tools: PromptTools
}

function specOf(
  { role, path, prompt, query, solutions, tools }: Asking,
  settings: Eigen1Settings,
): AgentSpec {
  const { retrieval, temperature, maxTokens, maxSteps, k } = settings
  const { hasQuerier, hasSifter, hasInjector, helperTemperature } = settings
  const prefix = prefixPrompt({ role, ...tools, isAsPrinted: settings.isAsPrinted })
  const isWatched = retrieval === 'implicit' || retrieval === 'both'
  return {
    role,
    messages: [{ role: 'user', content: filledPrompt(prompt, { query }, solutions) }],
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
