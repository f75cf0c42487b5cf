/** Draws how answers were chosen, what agents called, and which setting solves questions that another does not. */
import type { AnswerPlots, OverlapCell, Picture, ShareBar, SplitBar } from './ports.ts'
import type { AnswersReport } from './report.ts'

/** Returns the pictures that have data. */
export function choicePictures(report: AnswersReport, plots: AnswerPlots): Picture[] {
  const [shares, histogram, tools] = [selectionBars(report), histogramBars(report), toolBars(report)]
  const cells = overlapCells(report)
  return [
    ...pictureOf('selection.svg', 'Choice among the candidates of a run', shares, plots.shares),
    ...pictureOf(
      'right-candidates.svg',
      'Runs by how many of their candidates are right',
      histogram,
      (title, bars) => plots.split(title, 'runs: answered wrong (faint) + answered right', bars),
    ),
    ...pictureOf('tools.svg', 'Tool calls of a run by stage', tools, (title, bars) =>
      plots.split(title, 'calls of a run: code (faint) + functions that code called', bars),
    ),
    ...pictureOf('overlap.svg', 'Solved by one setting and not by another', cells, plots.overlap),
  ]
}

function pictureOf<Part>(
  file: string,
  title: string,
  parts: readonly Part[],
  draw: (title: string, parts: readonly Part[]) => string,
): Picture[] {
  return parts.length === 0 ? [] : [{ file, title, svg: draw(title, parts) }]
}

function selectionBars({ settings }: AnswersReport): ShareBar[] {
  return settings.flatMap(({ name, selection }) => {
    if (selection === null) return []
    const { chosen, solved, hits } = selection
    return [
      { name: `${name}: Pass@1`, figures: chosen },
      { name: `${name}: Pass@n`, figures: solved },
      ...(hits === null ? [] : [{ name: `${name}: hit rate`, figures: hits }]),
    ]
  })
}

function histogramBars({ settings }: AnswersReport): SplitBar[] {
  return settings.flatMap(({ name: setting, selection }) =>
    (selection?.byRight ?? []).map(({ right, runs, hits }) => {
      const words = `${runs} (${hits} right)`
      return { setting, name: `${right} right`, first: runs - hits, second: hits, words }
    }),
  )
}

function toolBars({ settings }: AnswersReport): SplitBar[] {
  return settings.flatMap(({ name: setting, tools }) =>
    [...Map.groupBy(tools ?? [], ({ stage }) => stage)].map(([name, calls]) => {
      const sum = (isCode: boolean) =>
        calls.reduce((total, one) => total + ((one.tool === 'code') === isCode ? one.calls : 0), 0)
      const [first, second] = [sum(true), sum(false)]
      return { setting, name, first, second, words: `${first.toFixed(1)} + ${second.toFixed(1)}` }
    }),
  )
}

function overlapCells({ overlap }: AnswersReport): OverlapCell[] {
  if (overlap === null) return []
  const { solved } = overlap
  return Object.entries(solved).flatMap(([setting, own]) =>
    Object.entries(solved).map(([other, others]) => {
      const count = setting === other ? own.length : own.filter((id) => !others.includes(id)).length
      return { setting, other, count }
    }),
  )
}
