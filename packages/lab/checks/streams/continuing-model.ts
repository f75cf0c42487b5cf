/** The model behind a scripted server: it has one text in mind, and goes on with it from wherever the turn that it is sent stops. */
import type { Written } from '../../../../models/index.ts'
import type { Script, ScriptedBody, ScriptedRequest } from '../../../../tests/fakes/scripted-llm/server.ts'
import { brokenAfter, chanceOf, type StreamCase, tokensIn } from './stream-case.ts'

/** What its reader has, as the reader saw it come. */
export interface ReceivedText {
  /** Of the model alone. */
  readonly model: Written
  /** With everything that was put in. */
  readonly all: Written
}

interface Sent {
  /** The turn so far as the request has it; null for a new turn. */
  readonly begun: string | null
  readonly reasoning: string
}

export interface ContinuingModel {
  answer(request: ScriptedRequest): Script
  /** Requests that did not hold what the reader has, once and in order. */
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
    // The template ends where the model begins; what follows the last of its marks is the turn.
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

/** How many characters at the end were kept from the model; null where the request is not what it should be. */
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

/** Thoughts stand in the text, between tags. */
function isTagged({ provider, rung }: StreamCase['ability']): boolean {
  return provider === 'vLLM' || rung === 'raw'
}

function withoutHalf(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, '')
}

/** What it still has to say. What was held is white space or half a character of its own. */
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

/** In the form in which this kind of server says it. */
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

/** The end of what it had, from the beginning of a word, as models repeat it that are told to go on. */
function repeated(begun: string, chance: ReturnType<typeof chanceOf>): string {
  const from = begun.length - chance.between(14, 60)
  const space = begun.slice(Math.max(0, from)).search(/\s[A-Za-z0-9]/)
  const repetition = space < 0 ? '' : begun.slice(Math.max(0, from) + space + 1)
  return repetition.length < 12 ? '' : repetition
}
