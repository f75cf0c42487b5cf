/** Defines curation's questions to models as tasks of a grading log: an answer is not asked for again, in this process or the next. */
import { contentId, GlossError } from '../../../../core/index.ts'
import { estimateTokens, type JsonModes } from '../../../../models/index.ts'
import type { GradingTask, TaskCost } from '../../evaluation/index.ts'
import { trainingPrompt } from '../prompts.ts'
import { type ConsistencyOrder, type ConsistencyVerdict, createConsistencyCheck } from './consistency.ts'

// An answer of this form has about 40 tokens; the rest is for models that think aloud. Chosen, not measured.
const CONSISTENCY_TOKENS = 80

/** Returns a task. An unreadable answer gets one repair and no other try. */
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

/** Returns a task that throws `MODEL_UNAVAILABLE` if the model could not be asked: an unjudged answer is not a wrong one. */
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
