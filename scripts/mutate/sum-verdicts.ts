/** The figures of a run: how many faults were seen, by folder and by kind, and which were not. */
import { isPlanted, type ListedFault, type PlantedFault } from './listed-faults.ts'
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

export interface ListFigures extends Share {
  readonly seenByUnitTests: number
  readonly byArea: Readonly<Record<string, Share>>
  /** By the number in the list: the test that saw the fault, or what was asked in vain. */
  readonly seenBy: Readonly<Record<number, string>>
  readonly notSeen: Readonly<Record<number, string>>
  /** Why the others cannot be planted. */
  readonly gone: Readonly<Record<number, string>>
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

/** `verdicts`: of the faults of the list that can be planted. */
export function listFiguresOf(
  faults: readonly ListedFault[],
  verdicts: ReadonlyMap<PlantedFault, Verdict>,
): ListFigures {
  const judged = [...verdicts].map(([{ number, area }, verdict]) => ({ ...verdict, number, area }))
  const byNumber = (outcome: Verdict['outcome']) =>
    Object.fromEntries(judged.flatMap((one) => (one.outcome === outcome ? [[one.number, one.by]] : [])))
  return {
    ...shareOf(judged),
    seenByUnitTests: judged.filter(({ by }) => by.startsWith('tests/unit/')).length,
    byArea: sharesBy(judged, ({ area }) => area),
    seenBy: byNumber('seen'),
    notSeen: byNumber('not seen'),
    gone: Object.fromEntries(faults.flatMap((one) => (isPlanted(one) ? [] : [[one.number, one.gone]]))),
  }
}

function shareOf(verdicts: readonly Verdict[]): Share {
  const seen = verdicts.filter(({ outcome }) => outcome === 'seen').length
  return { mutants: verdicts.length, seen, share: verdicts.length === 0 ? 0 : seen / verdicts.length }
}

function sharesBy<Judged extends Verdict>(
  verdicts: readonly Judged[],
  keyOf: (verdict: Judged) => string,
): Record<string, Share> {
  const groups = Object.groupBy(verdicts, keyOf)
  const shares = Object.entries(groups).map(([key, some = []]) => [key, shareOf(some)] as const)
  return Object.fromEntries(shares.sort(([one], [other]) => (one < other ? -1 : 1)))
}
