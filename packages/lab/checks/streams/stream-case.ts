/** One seeded case: the model's text, the kind of server, the interruptions, and the settings of the loop. */

import { seededRandom } from '../../../../core/random.ts'
import type { KnownAbility } from '../../../../models/continuation/ability-memory.ts'
import type { LoopSettings } from '../../../../monitor/index.ts'
import type { Fault, Script, WireForm } from '../../../../tests/fakes/scripted-llm/server.ts'

export interface Chance {
  /** Returns a number from 0 to below 1. */
  random(): number
  isLuck(probability: number): boolean
  pick<T>(choices: readonly T[]): T
  /** Returns a whole number from `least` to `most`. */
  between(least: number, most: number): number
}

export interface Master {
  readonly reasoning: string
  readonly text: string
}

export interface StreamCase {
  readonly seed: number
  readonly model: string
  readonly master: Master
  readonly ability: KnownAbility
  readonly runsCode: boolean
  readonly settings: Partial<LoopSettings>
  /** Share of looks answered with yes. */
  readonly doubt: number
  readonly isWhole: boolean
  readonly wire: WireForm
  readonly usage: 'last' | 'every' | 'never'
  /** Whether surrogate pairs may be split between two frames. */
  readonly splitsPairs: boolean
  readonly longestToken: number
  /** Faults of the first stream calls, in order. */
  readonly faults: readonly (Fault['kind'] | null)[]
}

export function chanceOf(seed: number): Chance {
  const random = seededRandom(Math.imul(seed, 0x9e3779b1))
  // Skips the first random numbers, which are alike for neighbouring seeds.
  for (let i = 0; i < 4; i++) random()
  return {
    random,
    isLuck: (probability) => random() < probability,
    pick: (choices) => choices[Math.floor(random() * choices.length)]!,
    between: (least, most) => least + Math.floor(random() * (most - least + 1)),
  }
}

const BASE = { trims: false, echoes: false, misnamesText: false, continuesReasoning: false, counts: false }
const ABILITIES: readonly { readonly model: string; readonly ability: KnownAbility }[] = [
  {
    model: 'tiny',
    ability: {
      ...BASE,
      provider: 'llama.cpp',
      rung: 'prefix',
      spelling: 'continue_final_message',
      continuesReasoning: true,
      counts: true,
    },
  },
  {
    model: 'tiny',
    ability: { ...BASE, provider: 'llama.cpp', rung: 'prefix', spelling: 'trailing message', echoes: true },
  },
  {
    model: 'tiny',
    ability: {
      ...BASE,
      provider: 'vLLM',
      rung: 'prefix',
      spelling: 'continue_final_message',
      continuesReasoning: true,
      trims: true,
    },
  },
  {
    model: 'tiny',
    ability: {
      ...BASE,
      provider: 'vLLM',
      rung: 'prefix',
      spelling: 'continue_final_message',
      continuesReasoning: true,
      trims: true,
      misnamesText: true,
    },
  },
  {
    model: 'qwen3',
    ability: { ...BASE, provider: 'llama.cpp', rung: 'raw', spelling: null, continuesReasoning: true },
  },
  { model: 'tiny', ability: { ...BASE, provider: 'OpenAI', rung: 'tool-call', spelling: null } },
  { model: 'tiny', ability: { ...BASE, provider: 'OpenAI', rung: 'restart', spelling: null } },
]

const BREAKS: readonly Fault['kind'][] = ['hang-up', 'reset', 'malformed', 'error-frame', 'end']
// A turn does not recover from more breaks than this in one step.
export const MAX_BREAKS = 2

export function randomBreak(chance: Chance): Fault['kind'] {
  return chance.pick(BREAKS)
}

export function caseOf(seed: number): StreamCase {
  const chance = chanceOf(seed)
  const { model, ability } = chance.pick(ABILITIES)
  const hasThoughts = ability.continuesReasoning && chance.isLuck(0.5)
  const runsCode = chance.isLuck(0.4)
  const isLower = ability.rung === 'restart' || ability.rung === 'tool-call'
  const text = masterText(chance, { most: 900, codeBlocks: chance.isLuck(0.4) ? 3 : 0, isLower })
  const master = { reasoning: hasThoughts ? masterText(chance, { most: 500, codeBlocks: 0 }) : '', text }
  const windowCharacters = chance.between(24, 120)
  const isBroken = chance.isLuck(0.5)
  const faults = Array.from({ length: MAX_BREAKS }, () =>
    isBroken && chance.isLuck(0.7) ? randomBreak(chance) : null,
  )
  return {
    seed,
    model,
    master,
    ability,
    runsCode,
    settings: {
      windowCharacters,
      strideCharacters: Math.max(1, Math.floor(windowCharacters * (0.3 + 0.7 * chance.random()))),
      cutWithinCharacters: chance.between(1, 200),
      maxInjections: chance.between(1, 5),
      maxResumptions: MAX_BREAKS,
    },
    doubt: chance.pick([0, 0.3, 0.7, 1]),
    isWhole: ability.rung !== 'raw' && !isBroken && chance.isLuck(0.05),
    wire: wireOf(chance, seed),
    usage: chance.pick(['last', 'every', 'never'] as const),
    splitsPairs: chance.isLuck(0.3),
    longestToken: chance.pick([3, 8, 20, 60, 200]),
    faults,
  }
}

export function wireOf(chance: Chance, seed: number): WireForm {
  return {
    ...(chance.isLuck(0.4) ? { cutSeed: seed } : {}),
    lineEnd: chance.pick(['\n', '\r\n', '\r'] as const),
    hasByteOrderMark: chance.isLuck(0.2),
    hasComments: chance.isLuck(0.3),
    isMultiLine: chance.isLuck(0.3),
    hasDone: chance.isLuck(0.8),
    reasoningField: chance.pick(['reasoning_content', 'reasoning'] as const),
  }
}

const WORDS = (
  'the rate of lupeol in bark is some 4.2 % and e.g. IC₅₀ of 3.1 µg/mL for 中文 字 naïve cafe\u0301 👩‍🔬 🧬 ' +
  '"quoted" \\alpha $x_1$ [DONE] data: {"a":1} </s> <b> x<y |a|b| \u2028 \ufeffword Dr. cf. 日本語。 नमस्ते 🇩🇪 𝛼'
).split(' ')
const ENDS = ['. ', '. ', '. ', '? ', '! ', '.\n', '.\n\n', '." ', '\n', '.\r\n', '\t', '.  ']
const LATER_WORDS = 12

interface TextForm {
  readonly most: number
  readonly least?: number
  readonly codeBlocks: number
  /** Separator of words. */
  readonly space?: string
  /** Begins no word with a capital: if a model is asked to continue, a space is put before a word that may begin a sentence. */
  readonly isLower?: boolean
}

/**
 * Returns sentences in many scripts. Each has its own number, so that no stretch occurs twice. The text begins and ends with a word, and no
 * word after white space begins with a full stop.
 */
export function masterText(
  chance: Chance,
  { most, least = 1, codeBlocks, space = ' ', isLower = false }: TextForm,
): string {
  const length = chance.between(least, most)
  const words = isLower ? WORDS.filter((word) => !/^["'“‘(]*\p{Lu}/u.test(word)) : WORDS
  let text = isLower ? 'well' : 'Well'
  let blocks = 0
  for (let sentence = 0; text.length < length; sentence++) {
    text += ` ${isLower ? '' : 'S'}${sentence}`
    for (let word = chance.between(1, LATER_WORDS); word > 0; word--) text += ` ${chance.pick(words)}`
    if (blocks < codeBlocks && chance.isLuck(0.3))
      text += ` ${chance.pick(['<code>', '<code lang="py">'])}print(${blocks++} < 1)\nx = '🧬'</code>`
    text += chance.pick(ENDS)
  }
  return `${text}${isLower ? 'done' : 'Done'}`.replaceAll(' ', space)
}

/** Splits a text into pieces as a server sends them. */
export function tokensIn(text: string, chance: Chance, { longestToken, splitsPairs }: TokenForm): string[] {
  const tokens: string[] = []
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + chance.between(1, longestToken))
    if (!splitsPairs && /^[\ud800-\udbff]$/.test(text.charAt(to - 1))) to = Math.min(text.length, to + 1)
    tokens.push(text.slice(from, to))
    from = to
  }
  return tokens
}

type TokenForm = Pick<StreamCase, 'longestToken' | 'splitsPairs'>

/** Adds a fault to a stream call: it breaks after some of its frames. */
export function brokenAfter(script: Script, kind: Fault['kind'] | null, chance: Chance): Script {
  if (kind === null) return script
  const frames = (script.reasoning?.length ?? 0) + (script.text?.length ?? 0) + 1
  return { ...script, fault: { kind, afterFrames: chance.between(1, frames) } as Script['fault'] & object }
}
