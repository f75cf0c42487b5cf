/** Makes a corpus of some of another one's papers: always the same for the same share, and a larger share includes a smaller one. */

import type { Gloss } from '../../../../app/wiring/index.ts'
import { closingAsync, contentId, GlossError } from '../../../../core/index.ts'
import type { CorpusStore } from '../../../../corpus/index.ts'
import { allPapers } from '../../../../corpus/index.ts'

const SEED = 'papers drawn for ablations'
const SUBSET_OF = 'subset-of'
/** Most characters of the other corpus's name in the new name. */
const NAME_CHARACTERS = 40

/** Makes it where it is missing or the other one has changed since. Throws `INPUT_INVALID` where there are too few papers to leave some out, or a corpus of somebody's own has its name. */
export async function subsetCorpus(gloss: Gloss, corpus: string, share: number): Promise<string> {
  const { workspace } = gloss
  const { store } = await gloss.session(corpus)
  const left = await papersLeftOut(store, corpus, share)
  const source = `${corpus}@${await store.seq()}:${share}`
  const name = `${corpus.slice(0, NAME_CHARACTERS)}_${String(share * 100).replace('.', '-')}-percent`
  if ((await workspace.listCorpora()).includes(name)) {
    const made = await (await gloss.session(name)).store.setting(SUBSET_OF)
    if (made === source) return name
    if (made === null)
      throw new GlossError(
        'INPUT_INVALID',
        `The corpus "${name}" was not made from "${corpus}"; the name is needed for a copy with ${share * 100} % of its papers.`,
        { corpus: name },
      )
    await gloss.forget(name)
    await workspace.deleteCorpus(name)
  }
  await workspace.copyCorpus(corpus, name)
  await using copy = closingAsync(await workspace.openCorpus(name))
  await using writer = await copy.write('a subset for ablations')
  await writer.remove(left)
  await writer.setSetting(SUBSET_OF, source)
  return name
}

/** Ranks papers by a hash: the order is random, but a new paper or another share does not change it. */
async function papersLeftOut(store: CorpusStore, corpus: string, share: number): Promise<string[]> {
  const ranked: { readonly id: string; readonly place: string }[] = []
  for await (const { id } of allPapers(store, { state: 'kept' }))
    ranked.push({ id, place: contentId(`${SEED}:${id}`) })
  ranked.sort((one, other) => (one.place < other.place ? -1 : 1))
  const kept = Math.round(ranked.length * share)
  if (kept > 0 && kept < ranked.length) return ranked.slice(kept).map(({ id }) => id)
  throw new GlossError(
    'INPUT_INVALID',
    `The corpus "${corpus}" is too small: ${share * 100} % of its ${ranked.length} papers are ${kept}.`,
    { corpus, papers: ranked.length },
  )
}
