/**
 * Compares two prepared formulas at seeded points with every symbol in [.5, 2], or by simplifying the difference if too few values are
 * finite. simplify() alone misses sqrt(2GM/r) = sqrt(2GM) r^(-1/2), and positive samples take sqrt(x^2) for x
 * (specs/reasoning-with-a-star.md 3.3).
 */
import type { ComputeEngine } from '@cortex-js/compute-engine'
import { seededRandom } from '../../../../core/index.ts'
import type { AlgebraRequest, AlgebraVerdict, Expression } from '../answers/graders/index.ts'

type Parsed = NonNullable<ReturnType<ComputeEngine['parse']>>

interface Sides {
  readonly kind: 'value' | 'equation'
  readonly left: Parsed
  /** Equal to `left` for a value. */
  readonly right: Parsed
}

interface Complex {
  readonly re: number
  readonly im: number
}

type Point = Readonly<Record<string, number>>

const SAMPLES = 12
const ENOUGH_SAMPLES = 8
const RELATIVE = 1e-9
/** Factor for a second point: a gold `s = R` holds only at s = R, so the prediction must fail at a different s. */
const BESIDE = 1.1

/** Compares two expressions. Each pair needs a new `engine`, since it remembers what it inferred about symbols. */
export function compareExpressions(request: AlgebraRequest, engine: ComputeEngine): AlgebraVerdict {
  const symbols = request.symbols.map((symbol) => symbol.replace(/[{}]/g, ''))
  for (const symbol of symbols) engine.declare(symbol, 'real')
  const prediction = parsed(engine, request.prediction)
  const gold = parsed(engine, request.gold)
  if (prediction === undefined || gold === undefined) return 'parse'
  const points = samplePoints(symbols, request.seed)
  if (prediction.kind === 'equation' && gold.kind === 'equation')
    return compareEquations(prediction, gold, points)
  return compareValues(prediction, gold, points)
}

function parsed(engine: ComputeEngine, expression: Expression): Sides | undefined {
  const isValue = expression.kind === 'value'
  const left = engine.parse(isValue ? expression.latex : expression.left)
  const right = isValue ? left : engine.parse(expression.right)
  return left?.isValid && right?.isValid ? { kind: expression.kind, left, right } : undefined
}

function samplePoints(symbols: readonly string[], seed: number): Point[] {
  const random = seededRandom(seed)
  return Array.from({ length: SAMPLES }, () =>
    Object.fromEntries(symbols.map((symbol) => [symbol, 0.5 + 1.5 * random()])),
  )
}

/** Compares an equation with a value by the side that is not just a name: `E = mc^2` counts as `mc^2`. */
function compareValues(prediction: Sides, gold: Sides, points: readonly Point[]): AlgebraVerdict {
  return equalAt(definition(prediction), definition(gold), points)
}

function definition({ left, right }: Sides): Parsed {
  return nameOf(right) === undefined ? right : left
}

/** Returns the name of an expression that is a single symbol. */
function nameOf(expression: Parsed): string | undefined {
  return typeof expression.json === 'string' && expression.unknowns.length === 1 ? expression.json : undefined
}

function equalAt(said: Parsed, wanted: Parsed, points: readonly Point[]): AlgebraVerdict {
  let finite = 0
  for (const point of points) {
    const [first, second] = [at(said, point), at(wanted, point)]
    if (first === undefined || second === undefined) continue
    if (!isNear(first, second)) return 'different'
    finite++
  }
  if (finite >= ENOUGH_SAMPLES) return 'equal'
  return said.sub(wanted).simplify().is(0) ? 'equal' : 'samples'
}

function compareEquations(prediction: Sides, gold: Sides, points: readonly Point[]): AlgebraVerdict {
  if (prediction.left.isSame(gold.left)) return equalAt(prediction.right, gold.right, points)
  const name = nameOf(gold.left) ?? nameOf(gold.right)
  const value = nameOf(gold.left) === undefined ? gold.left : gold.right
  if (name !== undefined && !value.unknowns.includes(name)) return holdsWhere(prediction, name, value, points)
  return constantRatio(prediction, gold, points)
}

/** Checks that the prediction holds with the gold's symbol set to its value, and fails with it set to another. */
function holdsWhere(
  prediction: Sides,
  name: string,
  value: Parsed,
  points: readonly Point[],
): AlgebraVerdict {
  let held = 0
  for (const point of points) {
    const root = at(value, point)
    if (root === undefined || Math.abs(root.im) > RELATIVE) continue
    const [on, beside] = [root.re, root.re * BESIDE].map((number) => {
      const there = { ...point, [name]: number }
      const [left, right] = [at(prediction.left, there), at(prediction.right, there)]
      return left === undefined || right === undefined ? undefined : isNear(left, right)
    })
    if (on === undefined || beside === undefined) continue
    if (!on || beside) return 'different'
    held++
  }
  return held >= ENOUGH_SAMPLES ? 'equal' : 'samples'
}

/** Checks that the difference of the sides of one equation is a constant multiple of that of the other. */
function constantRatio(prediction: Sides, gold: Sides, points: readonly Point[]): AlgebraVerdict {
  const ratios: number[] = []
  for (const point of points) {
    const [above, below] = [residual(prediction, point), residual(gold, point)]
    if (above === undefined || below === undefined || Math.abs(below) < RELATIVE) continue
    ratios.push(above / below)
  }
  if (ratios.length < ENOUGH_SAMPLES) return 'samples'
  const [first] = ratios as [number]
  const isConstant = ratios.every((ratio) => Math.abs(ratio - first) <= 1e-7 * Math.abs(first))
  return isConstant && Math.abs(first) > RELATIVE ? 'equal' : 'different'
}

function residual({ left, right }: Sides, point: Point): number | undefined {
  const [first, second] = [at(left, point), at(right, point)]
  if (first === undefined || second === undefined || first.im !== 0 || second.im !== 0) return undefined
  return first.re - second.re
}

/** Returns the value at a point, undefined if it is not finite. */
function at(expression: Parsed, point: Point): Complex | undefined {
  const { re, im } = expression.subs(point).N()
  return Number.isFinite(re) && Number.isFinite(im) ? { re, im } : undefined
}

function isNear(first: Complex, second: Complex): boolean {
  const scale = Math.max(Math.hypot(first.re, first.im), Math.hypot(second.re, second.im))
  return Math.hypot(first.re - second.re, first.im - second.im) <= RELATIVE * scale
}
