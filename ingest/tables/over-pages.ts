/** Tables whose caption stands at the foot of the page before. */
import type { PageFigure } from './find-tables.ts'

/** `figures`: of a paper, page by page from top to bottom. A caption without a table, the last of its page, is that of the table that begins the next page. */
export function withCaptionsOfLastPage(figures: readonly PageFigure[]): PageFigure[] {
  const found: PageFigure[] = []
  for (const figure of figures) {
    const last = found.at(-1)
    const goesOn = last?.kind === 'table' && last.rows.length === 0 && last.page === figure.page - 1
    const isNameless = figure.kind === 'table' && figure.number === '' && figure.rows.length > 0
    if (goesOn && isNameless) found.splice(-1, 1, { ...figure, number: last.number, caption: last.caption })
    else found.push(figure)
  }
  return found
}
