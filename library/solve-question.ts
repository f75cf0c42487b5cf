/** `solve` of the library: a run of the solver from start to end. */
import { continueRun, startRun } from '../app/solve/index.ts'
import { markAnswer } from '../app/verify/index.ts'
import type { Gloss } from '../app/wiring/index.ts'
import { invalidInput } from '../core/index.ts'
import { backendChoice } from './asked-backend.ts'
import { checkGiven } from './checked-options.ts'
import type { SolvedQuestion, SolverOptions } from './model-work.ts'
import { monitorNamed } from './think-about-question.ts'

export async function solveQuestion(
  gloss: Gloss,
  text: string,
  asked: SolverOptions = {},
): Promise<SolvedQuestion> {
  checkGiven({ question: text }, { solve: asked })
  const { backend, monitor, maxTokens, onStage, signal = new AbortController().signal, ...options } = asked
  const record = await startRun(gloss, {
    question: { id: 'question', text },
    ...options,
    ...backendChoice(backend),
    ...(monitor === undefined ? {} : { monitor: watcherNamed(monitor) }),
    ...(maxTokens === undefined ? {} : { budget: { tokens: maxTokens } }),
  })
  const { status, answer, failure, seconds } = await continueRun(gloss, record, {
    signal,
    onEvent: (event) => {
      if (event.type === 'stage') onStage?.(event.stage)
    },
  })
  const marked = await markAnswer(gloss, { answer: answer ?? '', corpora: [record.plan.corpus] }, signal)
  return { run: record.id, status, answer, failure, seconds, ...marked }
}

function watcherNamed(name: string) {
  const monitor = monitorNamed(name)
  if (monitor !== 'off') return monitor
  throw invalidInput('monitor', 'The pattern decides whether a run is watched; the monitor cannot be off.')
}
