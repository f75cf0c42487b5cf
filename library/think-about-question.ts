/** `think` of the library: one turn of a model, with evidence inserted while it writes. */

import { MONITOR_NAMES, type MonitorName } from '../app/config/index.ts'
import { openThinking, prepareModel } from '../app/think/index.ts'
import { markAnswer } from '../app/verify/index.ts'
import type { Gloss } from '../app/wiring/index.ts'
import { grown, invalidInput, NO_TEXT, wholeText } from '../core/index.ts'
import { backendChoice } from './asked-backend.ts'
import { checkGiven } from './checked-options.ts'
import type { ThinkEvent, ThinkOptions } from './model-work.ts'

export async function* thinkAboutQuestion(
  gloss: Gloss,
  question: string,
  options: ThinkOptions = {},
): AsyncGenerator<ThinkEvent> {
  checkGiven({ question }, { think: options })
  const { corpus, backend, monitor, model, system, signal: given, ...limits } = options
  const signal = given ?? new AbortController().signal
  const messages = [
    ...(system === undefined ? [] : [{ role: 'system' as const, content: system }]),
    { role: 'user' as const, content: question },
  ]
  const asked = {
    request: { messages, ...limits },
    session: await gloss.session(corpus),
    ...backendChoice(backend),
    monitor: monitor === undefined ? undefined : monitorNamed(monitor),
    model,
  }
  const thinking = await openThinking(gloss, asked, signal)
  if (thinking.plan.monitor !== 'off') await prepareModel(gloss, { model }, signal)
  let said = NO_TEXT
  for await (const thought of thinking.thoughts) {
    if (thought.type === 'text') {
      if (thought.channel === 'text' && thought.by === 'model') said = grown(said, thought.text)
      yield thought
    }
    if (thought.type !== 'finish') continue
    const given = { answer: wholeText(said), corpora: [asked.session.name] }
    yield { ...thought, ...(await markAnswer(gloss, given, signal)) }
  }
}

/** Returns the monitor's name. Throws `INPUT_INVALID` if it is unknown. */
export function monitorNamed(name: string): MonitorName {
  const found = MONITOR_NAMES.find((one) => one === name)
  if (found !== undefined) return found
  throw invalidInput(
    'monitor',
    `There is no monitor "${name}"; the monitors are ${MONITOR_NAMES.join(', ')}.`,
  )
}
