/** Finds environment variables that look like settings of Gloss but are not, since a mistyped one would be ignored silently. */
import { type Config, describeConfig } from './config.ts'

export interface UnknownSetting {
  readonly name: string
  /** Setting that was probably meant; null if no name is near. */
  readonly meant: string | null
  /** True if a key was probably meant to protect the service, which now asks for no key. */
  readonly leavesOpen: boolean
  readonly sentence: string
}

const PREFIX = 'GLOSS_'
const KEY = 'GLOSS_KEY'
const KEY_LIKE = /KEY|TOKEN|SECRET|PASS/
// Variables of the tests and the bench, and settings of roles, whose names loadConfig checks.
const NAMED_ELSEWHERE = /^GLOSS_(?:TEST_|BENCH_|CHROMIUM$|PYTHON$|LLM_[A-Z]+_(?:URL|MODEL|KEY)$)/
const CHARACTERS_PER_SLIP = 4

/** Returns unknown variables that begin with `GLOSS_`, those that leave the service open first. `isOpen`: it asks for no key. */
export function unknownSettings(
  config: Config,
  isOpen: boolean,
  env: Readonly<Record<string, string | undefined>> = process.env,
): UnknownSetting[] {
  const known = describeConfig(config).map((setting) => setting.env)
  const names = Object.keys(env).filter(
    (name) => name.startsWith(PREFIX) && env[name] && !known.includes(name) && !NAMED_ELSEWHERE.test(name),
  )
  return names
    .map((name) => describeUnknown(name, nearestOf(name, known), isOpen))
    .sort((a, b) => Number(b.leavesOpen) - Number(a.leavesOpen))
}

function describeUnknown(name: string, meant: string | null, isOpen: boolean): UnknownSetting {
  const leavesOpen = meant === KEY && isOpen
  const question = meant === null ? 'docs/config.md lists the settings.' : `Did you mean ${meant}?`
  const risk = leavesOpen ? ' No key is set, so the service is open.' : ''
  return { name, meant, leavesOpen, sentence: `${name} is not a setting of Gloss. ${question}${risk}` }
}

/** Returns the setting within a few typing errors, else the key for a name like one, else the one that shares most words. */
function nearestOf(name: string, known: readonly string[]): string | null {
  const letters = lettersOf(name)
  const most = Math.max(1, Math.floor(letters.length / CHARACTERS_PER_SLIP))
  const [slip] = known
    .map((one) => ({ one, distance: editDistance(letters, lettersOf(one)) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
  if (slip !== undefined) return slip.one
  if (KEY_LIKE.test(name)) return KEY
  const words = wordsOf(name)
  const [like] = known
    .map((one) => ({ one, share: sharedWords(words, wordsOf(one)) }))
    .filter(({ share }) => share >= 0.5)
    .sort((a, b) => b.share - a.share)
  return like?.one ?? null
}

function lettersOf(name: string): string {
  return name.slice(PREFIX.length).replaceAll('_', '')
}

function wordsOf(name: string): string[] {
  return name.slice(PREFIX.length).split('_')
}

function sharedWords(some: readonly string[], others: readonly string[]): number {
  const shared = some.filter((word) => others.includes(word)).length
  return shared / new Set([...some, ...others]).size
}

/** Returns the number of letters to insert, delete or replace. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1)))
    row = next
  }
  return row[to.length]!
}
