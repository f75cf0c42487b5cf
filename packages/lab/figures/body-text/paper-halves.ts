/**
 * Divides the available papers in two halves: rules are chosen by looking at one and reported on the other. Of the papers with a reference
 * text, every second one by name; of the others likewise.
 */
import { readdirSync } from 'node:fs'
import { sharedPath } from '../../../../tests/fixtures/shared.ts'

export interface HalvedPaper {
  readonly name: string
  readonly path: string
  readonly half: 'tuned' | 'checked'
  /** File with the text of its body, if there is one. */
  readonly body: string | null
}

export function halvedPapers(): HalvedPaper[] {
  const bodies = new Set(
    readdirSync(sharedPath('papers', 'labelled', 'body')).map((file) => file.slice(0, -4)),
  )
  const all = ['labelled', 'real', 'mixed']
    .flatMap((folder) =>
      readdirSync(sharedPath('papers', folder))
        .filter((file) => file.endsWith('.pdf'))
        .map((file) => ({ name: file.slice(0, -4), path: sharedPath('papers', folder, file) })),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const parts = [all.filter(({ name }) => bodies.has(name)), all.filter(({ name }) => !bodies.has(name))]
  return parts.flatMap((part) =>
    part.map((paper, at) => ({
      ...paper,
      half: at % 2 === 0 ? ('tuned' as const) : ('checked' as const),
      body: bodies.has(paper.name) ? sharedPath('papers', 'labelled', 'body', `${paper.name}.txt`) : null,
    })),
  )
}
