/** What curation asks models, as tasks of a grading log: what was said once is not asked again, in this process or the next. */
import { contentId, GlossError } from '../../../../core/index.ts'
import { estimateTokens, type JsonModes } from '../../../../models/index.ts'
import type { GradingTask, TaskCost } from '../../evaluation/index.ts'
import { trainingPrompt } from '../prompts.ts'
import { type ConsistencyOrder, type ConsistencyVerdict, createConsistencyCheck } from './consistency.ts'

// An answer of the form has some 40 tokens; the rest is for models that think in the open. Chosen, not measured.
const CONSISTENCY_TOKENS = 80

/** Of an answer that is not read the first time, the repair is all that is tried. */
export function consistencyTask(
  order: ConsistencyOrder,
  {
    model,
    modes,
    question,
  }: { readonly model: string; readonly modes: JsonModes; readonly question: string },
): GradingTask<ConsistencyVerdict> {
  const asked = [model, trainingPrompt('CONSISTENT').hash, order.question, order.thought, order.output]
  return {
    key: contentId(JSON.stringify(['consistency', ...asked])),
    kind: 'consistency',
    question,
    cost: consistencyCost(estimateTokens(order.thought) + estimateTokens(order.output)),
    ask: (chat, signal) => createConsistencyCheck(chat, modes).check(order, signal),
    isFailed: () => false,
  }
}

export function consistencyCost(checkedTokens: number): TaskCost {
  const promptTokens = estimateTokens(trainingPrompt('CONSISTENT').text) + checkedTokens
  return { calls: 1, promptTokens, completionTokens: CONSISTENCY_TOKENS }
}

/** The same task, which throws `MODEL_UNAVAILABLE` where the model could not be asked: an answer nobody judged is not a wrong one. */
export function insistentTask<Value extends { readonly state: string; readonly reason?: string }>(
  task: GradingTask<Value>,
): GradingTask<Value> {
  return {
    ...task,
    async ask(chat, signal) {
      const value = await task.ask(chat, signal)
      if (value.state !== 'unjudged' || value.reason === 'model_answer_invalid') return value
      throw new GlossError('MODEL_UNAVAILABLE', `${chat.id} could not judge an answer: ${value.reason}.`, {
        model: chat.id,
      })
    },
    isFailed: () => false,
  }
}
