/** Decides whether a paper is about medicine, biology or chemistry. In others the name finder takes "GPT-4o" and "dΩf" for genes. */

const WORDS = (
  'gene genes protein proteins enzyme enzymes receptor receptors tissue tissues patient patients disease diseases clinical ' +
  'syndrome infection cancer tumor tumour blood therapy acid acids compound compounds chemical molecule molecules molecular drug ' +
  'drugs dose doses extract extracts concentration concentrations bacteria bacterial plant plants mice rats species'
).split(' ')
// Of 45 papers, the 13 in other fields have 0 to 3 such words in a thousand, the others 9 and more.
const MIN_SHARE = 0.005
// Less text is not enough to decide. Chosen, not measured.
const MIN_WORDS = 500

/** Returns the decision. `counts` has how often the paper uses each word in lower case. */
export function isOfScience(counts: ReadonlyMap<string, number>): boolean {
  let all = 0
  for (const count of counts.values()) all += count
  const ofScience = WORDS.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0)
  return all < MIN_WORDS || ofScience >= MIN_SHARE * all
}
