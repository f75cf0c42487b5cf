/** Recognises the paper's own questions. Only for these are its figures reported, in separate tables. */

import type { GoldQuestion } from '../../../../solver/index.ts'
import {
  type PublishedCondition,
  type PublishedSetting,
  type PublishedSystem,
  publishedConditions,
  publishedErrorShares,
  publishedLines,
  publishedSetting,
  publishedSource,
  publishedSystems,
} from './published.ts'

type SetName = 'hle' | 'supergpqa' | 'trqa'

interface KnownQuestions {
  readonly name: SetName
  /** Size of the whole set; figures of a part of it would differ. */
  readonly size: number
  /** Prefixes of the ids of some of its questions. */
  readonly ids: readonly string[]
}

const KNOWN: readonly KnownQuestions[] = [
  {
    // Humanity's Last Exam Bio/Chem Gold, recognised by the questions that the paper discusses (specs/eigen1.md, section 8).
    name: 'hle',
    size: 149,
    ids: [
      '66e88728',
      '66ecfd03',
      '67335820',
      '67393de7',
      '67088052',
      '66efa01e',
      '6701638a',
      '66f87ab7',
      '66fc89ce',
      '67008f17',
      '671aa91f',
      '66ea1dd3',
      '66ef3de8',
    ],
  },
  {
    // SuperGPQA Biology hard, recognised by five of its questions.
    name: 'supergpqa',
    size: 92,
    ids: ['d7af5548', '1e4bc89a', '1f15b77f', '111f4e7a', 'bfb2b073'],
  },
  { name: 'trqa', size: 172, ids: ['trqa_lit_0', 'trqa_lit_171'] },
]

type Questions = readonly Pick<GoldQuestion, 'id'>[]

/** Figures of the paper on some questions, measured under its own conditions. */
export interface PublishedReport {
  readonly source: string
  readonly conditions: readonly PublishedCondition[]
  /** Systems of Tables 2 and A4. */
  readonly systems: readonly (Pick<PublishedSystem, 'table' | 'name' | 'base'> & {
    readonly accuracyPercent: number
  })[]
  /** Requested rows of Tables 3 and A5. */
  readonly settings: readonly PublishedSetting[]
  /** Slopes of Figure 8. */
  readonly slopes: readonly { readonly task: string; readonly slope: number }[]
  /** Shares of Figure 7. */
  readonly errorTypes: readonly { readonly type: string; readonly percent: number }[]
}

/** Returns null for other questions, on which the paper has no figures. `rows` are of Tables 3 and A5, which cover one set only. */
export function publishedOn(
  questions: Questions,
  rows: readonly { readonly table: string; readonly name: string }[] = [],
): PublishedReport | null {
  const set = setOf(questions)
  if (set === null) return null
  const isAblated = set === 'hle'
  return {
    source: publishedSource,
    conditions: [{ name: 'questions', value: SET_NAMES[set] }, ...publishedConditions],
    systems: publishedSystems.flatMap(({ table, name, base, [set]: accuracyPercent }) =>
      accuracyPercent === null ? [] : [{ table, name, base, accuracyPercent }],
    ),
    settings: isAblated ? rows.flatMap(({ table, name }) => publishedSetting(table, name) ?? []) : [],
    slopes: isAblated ? publishedLines.map(({ task, slope }) => ({ task, slope })) : [],
    errorTypes: isAblated ? publishedErrorShares() : [],
  }
}

const SET_NAMES: Readonly<Record<SetName, string>> = {
  hle: "Humanity's Last Exam Bio/Chem Gold, 149",
  supergpqa: 'SuperGPQA Biology hard, 92',
  trqa: 'TRQA Literature, 172',
}

function setOf(questions: Questions): SetName | null {
  const found = KNOWN.find(
    ({ size, ids }) =>
      questions.length === size && ids.every((start) => questions.some(({ id }) => id.startsWith(start))),
  )
  return found?.name ?? null
}
