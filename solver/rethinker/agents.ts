/** Defines the agents of ReThinker: their prompts, and how their loops end (specs/rethinker.md 3 and 5.1). */
import { filledPrompt } from '../../core/index.ts'
import { loopSettingsOf } from '../../monitor/index.ts'
import type { AgentRun, AgentSpec } from '../agent.ts'
import type { Runner } from '../runner.ts'
import { seedOf } from '../seed-of-path.ts'
import { agentPrompt, checkPrompts, finishSentences } from './prompts.ts'
import { ANSWER_FORM, SELECT_FORM } from './read-answer.ts'
import type { RethinkerSettings } from './settings.ts'

export interface RethinkerAgents {
  /** Runs a solver. `lastAnswer` is null in the first round, and until there is an answer. */
  solve(path: string, lastAnswer: string | null): Promise<AgentRun>
  criticise(path: string, summary: string, lastAnswer: string | null): Promise<AgentRun>
  select(path: string, shown: SelectorInput): Promise<SelectorRun>
}

export interface SelectorRun extends AgentRun {
  readonly asked: AgentSpec['messages']
}

export interface SelectorInput {
  /** Number of responses. */
  readonly count: number
  readonly responses: string
  /** History of selections; null in the first round. */
  readonly history: string | null
}

type RoleName = 'solver' | 'critic' | 'selector'

/** Creates the agents. Throws `PROMPT_INVALID` before any request. */
export function createAgents(runner: Runner, query: string, settings: RethinkerSettings): RethinkerAgents {
  checkPrompts()
  const hasWeb = settings.retrieval !== 'none'
  const again = (answer: string | null): Readonly<Record<string, string>> =>
    answer === null ? {} : { last_round_answer: answer }
  async function run(path: string, role: RoleName, values: readonly [Values, Values], isAgain: boolean) {
    const spec = specOf({ path, role, values, isAgain, hasWeb }, settings)
    return { ...(await runner.agent(path, spec)), asked: spec.messages }
  }

  return {
    solve: (path, answer) => run(path, 'solver', [{ query }, again(answer)], answer !== null),
    criticise: (path, summary, answer) =>
      run(path, 'critic', [{ query }, { solution_summary: summary, ...again(answer) }], answer !== null),
    select(path, { count, responses, history }) {
      const counted = { query, PARALLEL_NUM: String(count) }
      const told = history === null ? {} : { last_selection: history }
      return run(path, 'selector', [counted, { responses, ...told }], history !== null)
    },
  }
}

type Values = Readonly<Record<string, string>>

interface Asking {
  readonly path: string
  readonly role: RoleName
  /** Values written by people, and values written by models. */
  readonly values: readonly [Values, Values]
  readonly isAgain: boolean
  readonly hasWeb: boolean
}

const PROMPT_OF = { solver: 'SOLVER', critic: 'CRITIC', selector: 'SELECTOR' } as const

function specOf({ path, role, values, isAgain, hasWeb }: Asking, settings: RethinkerSettings): AgentSpec {
  const prompt = agentPrompt(PROMPT_OF[role], { hasWeb, isAgain })
  const isSelector = role === 'selector'
  const { hasQuerier, hasSifter, hasInjector, helperTemperature, k } = settings
  // Injections would change the perplexity of the selector (section 6).
  const isWatched = settings.retrieval === 'implicit' && !isSelector
  const kind = isSelector ? 'select' : 'answer'
  return {
    role,
    messages: [{ role: 'user', content: filledPrompt(prompt, ...values) }],
    prompts: [prompt],
    temperature: settings.temperature,
    topP: isSelector ? settings.selectorTopP : settings.topP,
    maxTokens: settings.maxTokens,
    ...(settings.seed === null ? {} : { seed: seedOf(settings.seed, path) }),
    ...(isSelector ? { asksLogprobs: true as const } : {}),
    tools: { searchesCorpus: false, searchesWeb: hasWeb, web: 'texts' },
    code: { timeoutMs: settings.codeSeconds * 1_000, form: 'json' },
    search: { k, hasSifter, helperTemperature },
    monitoring: isWatched ? { hasQuerier, hasSifter, hasInjector, helperTemperature } : null,
    agent: {
      maxSteps: settings.maxSteps,
      answerTag: kind,
      nudging: {
        sentences: finishSentences(kind),
        most: settings.maxNudges,
        answer: isSelector ? SELECT_FORM : ANSWER_FORM,
      },
    },
    loop: loopSettingsOf(settings),
  }
}
