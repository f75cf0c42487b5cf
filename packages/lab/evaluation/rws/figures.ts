/** Computes the accuracy of one arm by type and in total, by programs alone and with the verifier, each share with its number of items. */

import type { Interval } from '../../../../comparison/index.ts'
import { mean } from '../../../../comparison/index.ts'
import { wilson } from '../answers/accuracy.ts'
import type { StarGrade } from './grade-item.ts'
import type { StarItem } from './items.ts'
import { STAR_TYPES } from './items.ts'

export interface GradedItem {
  readonly item: StarItem
  /** Null if the model under test failed: counted among the items, and not right. */
  readonly grade: StarGrade | null
}

export interface StarShare {
  /** Number of all items, including undecided and unanswered ones. */
  readonly items: number
  readonly correct: number
  readonly share: number
  /** 95 %, Wilson. */
  readonly interval: Interval
}

export interface StarFigures {
  readonly type: StarItem['type'] | 'all'
  readonly byPrograms: StarShare
  readonly withVerifier: StarShare
  readonly undecided: number
  readonly unanswered: number
  /** Reasons of the programs for items that they did not grade as correct. */
  readonly reasons: Readonly<Record<string, number>>
}

/** Matches that the verifier was also asked about. */
export interface StarAudit {
  readonly asked: number
  readonly disagreed: number
}

/** Returns a row for each type that occurs, then one for all. */
export function starFigures(graded: readonly GradedItem[]): StarFigures[] {
  const types = STAR_TYPES.filter((type) => graded.some(({ item }) => item.type === type))
  return [...types, 'all' as const].map((type) => {
    const ones = graded.filter(({ item }) => type === 'all' || item.type === type)
    const grades = ones.flatMap(({ grade }) => grade ?? [])
    return {
      type,
      byPrograms: shareOf(grades.filter(({ byProgram }) => byProgram === 'correct').length, ones.length),
      withVerifier: shareOf(grades.filter(({ verdict }) => verdict === 'correct').length, ones.length),
      undecided: grades.filter(({ verdict }) => verdict === 'undecided').length,
      unanswered: ones.length - grades.length,
      reasons: countsOf(grades.flatMap(({ byProgram, reason }) => (byProgram === 'correct' ? [] : [reason]))),
    }
  })
}

export function auditOf(graded: readonly GradedItem[]): StarAudit {
  const audited = graded.flatMap(({ grade }) =>
    grade?.byProgram === 'correct' && grade.judge !== undefined ? [grade.judge] : [],
  )
  return { asked: audited.length, disagreed: audited.filter(({ verdict }) => verdict === 'incorrect').length }
}

/** Returns the unweighted mean: each set counts the same, whatever its size. NaN for none. */
export function macroMean(sets: readonly (readonly GradedItem[])[]): number {
  return mean(sets.map((graded) => starFigures(graded).at(-1)!.withVerifier.share))
}

function shareOf(correct: number, items: number): StarShare {
  return { items, correct, share: correct / items, interval: wilson(correct, items) }
}

function countsOf(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of [...names].sort()) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
