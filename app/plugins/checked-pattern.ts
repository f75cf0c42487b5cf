/** Turns a plug-in pattern into one of the solver's. */
import { z } from 'zod'
import type { PatternPlugIn } from '../../plugins/index.ts'
import { addPattern, askTurn, definePattern, NO_NEEDS, type PatternDefinition } from '../../solver/index.ts'
import { loadPlugin } from './load-plugin.ts'
import { ANSWERS, askPlugin, checkPlugin } from './run-plugin.ts'

/** Time limit, besides a run's own budget, of a pattern that waits for something other than a model. Chosen, not measured. */
const RUN_MS = 24 * 3_600_000
const ANSWER_PATH = 'answer/0'

export function patternOf(plugIn: PatternPlugIn): PatternDefinition {
  const { name, title, summary, roles, most } = plugIn
  const who = `the pattern ${name}`
  return definePattern(z.strictObject({}).readonly(), {
    ...{ name, title, summary },
    roles: roles.map((role) => ({ name: role.name, does: role.does, fallback: 'proposer', isAgent: false })),
    presets: {},
    async run({ text }, _settings, runner) {
      const answer = await askPlugin({ who, timeoutMs: RUN_MS }, ANSWERS.pattern, () =>
        plugIn.run(text, {
          async ask(path, role, messages, limits = {}) {
            return (await askTurn(runner, { path, role, request: { messages, ...limits } })).text
          },
          stage: (stage) => runner.stage(stage),
          offer: (best, path) => runner.offer(best, path),
        }),
      )
      return { answer, answerPath: ANSWER_PATH, details: null }
    },
    needs: () => NO_NEEDS,
    needsSearchEngine: false,
    maxTurns: () =>
      roles.map((role) => ({
        role: role.name,
        turns: most.questions,
        completionTokens: most.questions * most.maxTokens,
      })),
    calls: String(most.questions),
    publishedCost: null,
    ablations: [],
    page: { column: null, columnSetting: null, stages: [], tables: [], fields: [] },
    demonstration: null,
  })
}

/** Loads a pattern for an option of the command line and returns its name. Throws `PLUGIN_INVALID`. */
export async function patternAt(place: string): Promise<string> {
  const plugIn = await loadPlugin('pattern', place)
  addPattern(patternOf(plugIn))
  return plugIn.name
}

/** Registers a pattern for the library until the returned function is called. Throws `PLUGIN_INVALID`. */
export function addedPattern(plugIn: PatternPlugIn): () => void {
  return addPattern(patternOf(checkPlugin('pattern', plugIn, 'The pattern')))
}
