/**
 * Compares two formulas as functions of their symbols (specs/reasoning-with-a-star.md 3.3). Equal spellings are equal; numbers are compared
 * as numbers; the rest is decided by an algebra system behind a port, on prepared formulas.
 */
import { type Naming, namedSymbols } from './expression-symbols.ts'
import type { AlgebraRequest, Expression, GraderVerdict, GradeSettings } from './ports.ts'

/** Longer formulas are left to a judge; chosen, not measured. */
const MAX_FORMULA_CHARACTERS = 2_000
/** Fixed, so that the samples are always the same. */
const SEED = 20_251_120
const LEFT_TO_A_JUDGE = /\\(?:def|newcommand|let|input|include|catcode|csname)\b/
// `dy/dx` would be read as y/x.
const PLAIN_DERIVATIVE = /(?<![A-Za-z])d\^?\d?\s?[A-Za-z]\s*\/\s*\(?d\s?[A-Za-z](?![A-Za-z])/
// `…, where g is the gravity`.
const REMARK = /[,;]?\s*(?:\\text\{\s*)?\b(?:where|with|for|in which)\b[\s\S]*$/
// `y(x) =` is read as y.
const ARGUMENTS =
  /^(\s*\\?[A-Za-z]+(?:_\{?[A-Za-z0-9]*\}?)?'*)\s*\(\s*\\?[A-Za-z]+\s*(?:,\s*\\?[A-Za-z]+\s*){0,5}\)\s*$/

export async function gradeSymbolic(
  prediction: string,
  gold: string,
  settings: GradeSettings,
): Promise<GraderVerdict> {
  if (squeezed(prediction) === squeezed(gold)) return { isCorrect: true, reason: 'equal' }
  if (Math.max(prediction.length, gold.length) > MAX_FORMULA_CHARACTERS)
    return { isCorrect: null, reason: 'too_long' }
  const request = prepare(prediction, gold)
  if (request === undefined) return { isCorrect: null, reason: 'notation' }
  if (settings.algebra === undefined) return { isCorrect: null, reason: 'no_algebra' }
  const verdict = await settings.algebra.compare(request, settings.signal)
  if (verdict === 'equal') return { isCorrect: true, reason: 'equal' }
  return verdict === 'different'
    ? { isCorrect: false, reason: 'different' }
    : { isCorrect: null, reason: verdict }
}

/** Prepares formulas for comparison, or returns undefined if one of them cannot be compared by values. */
export function prepare(prediction: string, gold: string): AlgebraRequest | undefined {
  const naming: Naming = new Map()
  const [said, wanted] = [expressionOf(prediction, naming), expressionOf(gold, naming)]
  if (said === undefined || wanted === undefined) return undefined
  if (hasMixedDerivatives([...naming.keys()])) return undefined
  return { prediction: said, gold: wanted, symbols: [...naming.values()], seed: SEED }
}

/** Returns whether `dx/dt` may be a dotted or a primed x, which would differ as symbols. */
function hasMixedDerivatives(symbols: readonly string[]): boolean {
  return (
    symbols.some((symbol) => symbol.startsWith('derivative:')) &&
    symbols.some((symbol) => /^d?dot:|'/.test(symbol))
  )
}

/** Returns an expression or equation; of `a = b = c` the ends count. */
function expressionOf(formula: string, naming: Naming): Expression | undefined {
  if (LEFT_TO_A_JUDGE.test(formula) || PLAIN_DERIVATIVE.test(formula)) return undefined
  const bare = formula
    .replace(/\\\\/g, ' ')
    .replace(/&=/g, '=')
    .replace(/[.,;]\s*$/, '')
  const sides = bare
    .replace(REMARK, '')
    .split('=')
    .map((side, at, all) =>
      namedSymbols(at === 0 && all.length > 1 ? side.replace(ARGUMENTS, '$1') : side, naming),
    )
  if (sides.some((side) => side === undefined || side === '')) return undefined
  const [first, last] = [sides[0]!, sides.at(-1)!]
  return sides.length === 1 ? { kind: 'value', latex: first } : { kind: 'equation', left: first, right: last }
}

function squeezed(formula: string): string {
  return formula
    .replace(/\\(?:left|right|displaystyle|,|;|!|:| )/g, '')
    .replace(/\\[dt]frac/g, '\\frac')
    .replace(/[\s$]/g, '')
    .replace(/([_^])\{(\w)\}/g, '$1$2')
}
