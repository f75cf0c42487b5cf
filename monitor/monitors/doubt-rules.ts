/**
 * The rules of the lexical monitor: words that express doubt, their weights, and exceptions. They are text files in ./doubt-rules, with
 * examples that the model was trained on and that tests run. The weights are chosen, not fitted: 1 for a plain statement of ignorance,
 * under 1/2 for what models also say about plans and arithmetic. What they achieve: docs/decisions/2026-11-21-lexical-monitor.md.
 */
import { type NamedPatterns, readPatternFile, withNamed } from '../pattern-files.ts'
import type { Mark } from '../ports.ts'

/**
 * `ignorance` says that something is not known; `hedge` says it with less than certainty; `question` asks
 * something; `surprise` finds an unexpected result; `turn` takes back, hesitates or checks, as models
 * do at every other step: of all turns of a window only the heaviest counts; `fact` is no doubt in itself,
 * but something that retrieval can help with if the same sentence doubts; `assurance` reduces doubt.
 */
const KINDS = ['ignorance', 'hedge', 'turn', 'surprise', 'question', 'fact', 'assurance'] as const
export type DoubtKind = (typeof KINDS)[number]

export interface DoubtRule {
  /** Id in kebab-case, as in traces. */
  readonly id: string
  readonly kind: DoubtKind
  /** Expression in which spaces match any white space, `'` either apostrophe, and case is ignored. */
  readonly expression: RegExp
  /** Weight; a window triggers at a sum of 1. */
  readonly weight: number
  /** True for a rule that does not count if the sentence reports what others think, as papers do. */
  readonly isSparedInReports: boolean
  /** Kinds of doubt, one of which the same sentence must have for a fact to count. */
  readonly within: readonly DoubtKind[]
  /** Examples that have the mark. */
  readonly triggers: readonly string[]
  /** Similar examples that do not have it. */
  readonly spares: readonly string[]
}

/** A mark with its kind and weight. */
export interface WeightedMark extends Mark, Pick<DoubtRule, 'kind' | 'weight' | 'within'> {}

/** Files in the order in which traces list the marks of a sentence. */
const FILES = [
  'ignorance',
  'gaps',
  'memory',
  'lookup',
  'wanted-facts',
  'hedging',
  'assumption',
  'questions',
  'open-questions',
  'contradiction',
  'facts',
]
const RULE = /^rule ([a-z-]+), ([a-z]+), (-?[\d.]+)(, spared in reports)?(?:, within ([a-z ]+))?$/

/** Patterns that several files share. */
const { patterns: SHARED } = readPatternFile(fileNamed('words'))

/** Matches a sentence that reports what others think or found. */
export const REPORTS = new RegExp(withNamed('{reports}', SHARED), 'i')

export const DOUBT_RULES: readonly DoubtRule[] = FILES.flatMap((name) => readRules(fileNamed(name)))

function fileNamed(name: string): URL {
  return new URL(`./doubt-rules/${name}.txt`, import.meta.url)
}

/** Reads rules. Throws a RangeError that names the file and the line that cannot be read. */
function readRules(file: URL): DoubtRule[] {
  const { patterns, lines } = readPatternFile(file, SHARED)
  const starts = lines.flatMap((line, at) => (line.startsWith('rule ') ? [at] : []))
  return starts.map((start, at) => {
    const [head = '', ...rest] = lines.slice(start, starts[at + 1])
    const [, id, kind, weight, spared, within = ''] = RULE.exec(head) ?? []
    if (id === undefined || kind === undefined) throw new RangeError(`${file.pathname}: "${head}" is no rule`)
    const marked = (mark: string) =>
      rest.filter((line) => line.startsWith(`${mark} `)).map((line) => line.slice(2))
    return {
      id,
      kind: kindNamed(kind),
      expression: expressionOf(marked('/'), patterns),
      weight: Number(weight),
      isSparedInReports: spared !== undefined,
      within: within === '' ? [] : within.split(' ').map(kindNamed),
      triggers: marked('+'),
      spares: marked('-'),
    }
  })
}

function kindNamed(name: string): DoubtKind {
  const kind = KINDS.find((known) => known === name)
  if (kind === undefined) throw new RangeError(`"${name}" is no kind of doubt: ${KINDS.join(', ')}`)
  return kind
}

function expressionOf(alternatives: readonly string[], patterns: NamedPatterns): RegExp {
  const pattern = withNamed(alternatives.join('|'), patterns)
  return new RegExp(pattern.replaceAll(' ', '\\s').replaceAll("'", "['’]"), 'giu')
}
