/** The figures of a run: how many faults were seen, by folder and by kind, and which were not. */
import type { Verdict } from './verdicts.ts'

interface Share {
  readonly mutants: number
  readonly seen: number
  readonly share: number
}

export interface MutationFigures extends Share {
  readonly refusedByCompiler: number
  readonly seenByUnitTests: number
  readonly byFolder: Readonly<Record<string, Share>>
  readonly byKind: Readonly<Record<string, Share>>
  /** `FILE:LINE code -> what it was changed to`. */
  readonly notSeen: readonly string[]
}

/** What the compiler refuses counts neither for the tests nor against them. */
export function figuresOf(verdicts: readonly Verdict[]): MutationFigures {
  const judged = verdicts.filter(({ outcome }) => outcome !== 'refused by the compiler')
  const notSeen = judged.filter(({ outcome }) => outcome === 'not seen')
  return {
    ...shareOf(judged),
    refusedByCompiler: verdicts.length - judged.length,
    seenByUnitTests: judged.filter(({ by }) => by.startsWith('tests/unit/')).length,
    byFolder: sharesBy(judged, ({ file }) => file.split('/')[0] ?? ''),
    byKind: sharesBy(judged, ({ kind }) => kind),
    notSeen: notSeen
      .map(({ file, line, was, becomes }) => `${file}:${line} ${was} -> ${becomes || '(nothing)'}`)
      .sort(),
  }
}

function shareOf(verdicts: readonly Verdict[]): Share {
  const seen = verdicts.filter(({ outcome }) => outcome === 'seen').length
  return { mutants: verdicts.length, seen, share: verdicts.length === 0 ? 0 : seen / verdicts.length }
}

function sharesBy(verdicts: readonly Verdict[], keyOf: (verdict: Verdict) => string): Record<string, Share> {
  const groups = Object.groupBy(verdicts, keyOf)
  const shares = Object.entries(groups).map(([key, some = []]) => [key, shareOf(some)] as const)
  return Object.fromEntries(shares.sort(([one], [other]) => (one < other ? -1 : 1)))
}
