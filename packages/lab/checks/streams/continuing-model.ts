/** The model behind a scripted server: it has a fixed text, and continues it from wherever the turn in a request stops. */
import type { Written } from '../../../../models/index.ts'
import type { Script, ScriptedBody, ScriptedRequest } from '../../../../tests/fakes/scripted-llm/server.ts'
import { brokenAfter, chanceOf, type StreamCase, tokensIn } from './stream-case.ts'

/** Text that the reader has received. */
export interface ReceivedText {
  /** Text of the model alone. */
  readonly model: Written
  /** All text, with what was inserted. */
  readonly all: Written
}

interface Sent {
  /** Turn so far, as in the request; null for a new turn. */
  readonly begun: string | null
  readonly reasoning: string
}

export interface ContinuingModel {
  answer(request: ScriptedRequest): Script
  /** Requests that did not contain the reader's text once and in order. */
  readonly problems: readonly string[]
}

const CLOSE_THOUGHTS = '\n</think>\n\n'

export function createContinuingModel(given: StreamCase, heard: () => ReceivedText): ContinuingModel {
  const problems: string[] = []
  let calls = 0

  function answer({ body }: ScriptedRequest): Script {
    const call = calls++
    const chance = chanceOf(given.seed * 1_000 + call)
    const { model, all } = heard()
    const channel = all.text === '' && all.reasoning !== '' ? 'reasoning' : 'text'
    const sent = sentIn(body, given, all)
    const held = heldOf(sent, all, channel, given)
    if (held === null)
      problems.push(`call ${call} was sent ${JSON.stringify(sent)} of ${JSON.stringify(all)}`)
    const rest = restOf(given, model, channel, held ?? 0)
    const script = {
      ...spoken(rest, sent, channel, given, chance),
      usage: given.usage,
      wire: {
        ...given.wire,
        ...(given.wire.cutSeed === undefined ? {} : { cutSeed: chance.between(0, 1e9) }),
      },
      isWhole: given.isWhole,
    }
    return brokenAfter(script, given.faults[call] ?? null, chance)
  }

  return { answer, problems }
}

function sentIn(body: ScriptedBody, { ability }: StreamCase, all: Written): Sent {
  const { messages = [], prompt } = body
  if (prompt !== undefined) {
    // The template ends where the model begins; the turn follows its last mark.
    const begun = prompt.slice(
      prompt.lastIndexOf('<|im_start|>assistant\n') + '<|im_start|>assistant\n'.length,
    )
    return { begun, reasoning: '' }
  }
  const last = messages.at(-1)
  if (ability.rung === 'tool-call') {
    const turn = messages.at(-2)
    return { begun: last?.role === 'tool' ? (turn?.content ?? '') : null, reasoning: '' }
  }
  if (ability.rung === 'restart') {
    const isShown = last?.content.split(`\n-----\n${withoutHalf(all.text)}\n-----\n`).length === 2
    return { begun: all.text !== '' && isShown ? withoutHalf(all.text) : null, reasoning: '' }
  }
  if (last?.role !== 'assistant') return { begun: null, reasoning: '' }
  const { reasoning_content: reasoning = '' } = last as { readonly reasoning_content?: string }
  return { begun: last.content, reasoning }
}

/** Returns the number of characters at the end that the request withheld; null if the request is wrong. */
function heldOf(
  { begun, reasoning }: Sent,
  all: Written,
  channel: 'text' | 'reasoning',
  { ability }: StreamCase,
): number | null {
  const whole = all[channel]
  if (begun === null) return whole === '' || (ability.trims && whole.trim() === '') ? whole.length : null
  const cut = ability.trims ? withoutHalf(whole).trimEnd() : withoutHalf(whole)
  const kept = channel === 'text' ? { ...all, text: cut } : { reasoning: cut, text: '' }
  const isInField = ability.spelling === 'continue_final_message' && ability.provider === 'llama.cpp'
  const isWhole = begun === spelt(kept, ability) && (!isInField || reasoning === kept.reasoning)
  return isWhole ? whole.length - cut.length : null
}

function spelt({ reasoning, text }: Written, ability: StreamCase['ability']): string {
  if (!isTagged(ability) || reasoning === '') return text
  return `<think>\n${reasoning}${text === '' ? '' : `${CLOSE_THOUGHTS}${text}`}`
}

/** Returns whether thoughts are in the text, between tags. */
function isTagged({ provider, rung }: StreamCase['ability']): boolean {
  return provider === 'vLLM' || rung === 'raw'
}

function withoutHalf(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, '')
}

/** Returns the rest of the model's text. Withheld characters are its own white space or half a character. */
function restOf(
  { master }: StreamCase,
  model: Written,
  channel: 'text' | 'reasoning',
  held: number,
): Written {
  const said = { reasoning: model.reasoning.length, text: model.text.length }
  said[channel] -= Math.min(held, said[channel])
  return { reasoning: master.reasoning.slice(said.reasoning), text: master.text.slice(said.text) }
}

/** Returns the rest in the form that this kind of server sends. */
function spoken(
  rest: Written,
  { begun }: Sent,
  channel: 'text' | 'reasoning',
  given: StreamCase,
  chance: ReturnType<typeof chanceOf>,
): Script {
  const { ability } = given
  const tokens = (text: string) => tokensIn(text, chance, given)
  if (begun === null) return { reasoning: tokens(rest.reasoning), text: tokens(rest.text) }
  if (channel === 'reasoning' && isTagged(ability))
    return { text: tokens(`${rest.reasoning}${CLOSE_THOUGHTS}${rest.text}`) }
  if (channel === 'reasoning') return { reasoning: tokens(rest.reasoning), text: tokens(rest.text) }
  if (ability.misnamesText) return { reasoning: tokens(rest.text) }
  if (ability.echoes && chance.isLuck(0.8)) return { text: tokens(begun + rest.text) }
  const isTold = ability.rung === 'restart' || ability.rung === 'tool-call'
  return { text: tokens(isTold && chance.isLuck(0.5) ? repeated(begun, chance) + rest.text : rest.text) }
}

/** Returns the end of its text from the beginning of a word: models asked to continue often repeat it. */
function repeated(begun: string, chance: ReturnType<typeof chanceOf>): string {
  const from = begun.length - chance.between(14, 60)
  const space = begun.slice(Math.max(0, from)).search(/\s[A-Za-z0-9]/)
  const repetition = space < 0 ? '' : begun.slice(Math.max(0, from) + space + 1)
  return repetition.length < 12 ? '' : repetition
}
