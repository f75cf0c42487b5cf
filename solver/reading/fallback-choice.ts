/** Which candidate is taken where the ranker names none? The best by its scores, then by how many give the same answer, then the first. */

export interface ChoiceCandidate {
  /** Null where it was never scored. */
  readonly composite: number | null
  /** Its final answer; null where it has none. */
  readonly answer: string | null
}

export type SameAnswer = (one: string, other: string) => boolean

/** Places of the candidates, equal answers together, in the order of their first; a candidate without an answer is a group of its own. */
export function answerClusters(
  answers: readonly (string | null)[],
  isSame: SameAnswer = sameWords,
): readonly (readonly number[])[] {
  const clusters: number[][] = []
  for (const [place, answer] of answers.entries()) {
    const cluster = clusters.find(([first = -1]) => {
      const other = answers[first]
      return answer !== null && typeof other === 'string' && isSame(other, answer)
    })
    if (cluster === undefined) clusters.push([place])
    else cluster.push(place)
  }
  return clusters
}

/** -1 for no candidates. */
export function fallbackChoice(
  candidates: readonly ChoiceCandidate[],
  isSame: SameAnswer = sameWords,
): number {
  const answers = candidates.map(({ answer }) => answer)
  const sizes = answerClusters(answers, isSame).flatMap((cluster) =>
    cluster.map((place) => [place, answers[place] === null ? 0 : cluster.length] as const),
  )
  const agreeing = new Map(sizes)
  const worth = (place: number) => candidates[place]?.composite ?? -1
  const [best = -1] = [...candidates.keys()].sort(
    (a, b) => worth(b) - worth(a) || (agreeing.get(b) ?? 0) - (agreeing.get(a) ?? 0) || a - b,
  )
  return best
}

/** Alike but for case, spaces, marks of LaTeX and what is around a letter of a choice. */
export function sameWords(one: string, other: string): boolean {
  return bare(one) === bare(other)
}

function bare(answer: string): string {
  return answer
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\\(?:text|mathrm|mathbf|textbf)\b|\\[,;:! ]|[${}\s]/g, '')
    .replace(/^\(?([a-z])[).:]*$/, '$1')
    .replace(/(?<![.;])[.;]+$/, '')
}
