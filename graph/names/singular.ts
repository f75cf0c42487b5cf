/** Returns the singular of an English noun if an ending can be dropped safely; other words are returned unchanged. */

const SAME = new Set(
  (
    'diabetes herpes species series rabies caries scabies feces faeces ascites measles mumps rickets aids news elegans ' +
    'lens mays pancreas gas bias canvas christmas alias atlas always perhaps thus does has was is mellitus insipidus sclerosis ' +
    'overseas whereas nowadays sideways arabidopsis drosophila states nations netherlands sciences williams james charles thomas'
  ).split(' '),
)
const IRREGULAR: Readonly<Record<string, string>> = {
  mice: 'mouse',
  analyses: 'analysis',
  hypotheses: 'hypothesis',
  diagnoses: 'diagnosis',
  prognoses: 'prognosis',
  syntheses: 'synthesis',
  metastases: 'metastasis',
  crises: 'crisis',
  axes: 'axis',
  vertebrae: 'vertebra',
  bacteria: 'bacterium',
  mitochondria: 'mitochondrion',
  phenomena: 'phenomenon',
  criteria: 'criterion',
  hydrolyses: 'hydrolysis',
  nuclei: 'nucleus',
  indices: 'index',
  matrices: 'matrix',
  vertices: 'vertex',
  appendices: 'appendix',
  women: 'woman',
  men: 'man',
  children: 'child',
  leaves: 'leaf',
  lives: 'life',
}
// Endings that are seldom plurals: mass, virus, basis, physics, porous; but areas, lymphomas, pneumonias, ratios, assays are.
const NO_PLURAL = /(?:ss|us|is|(?<!e|om|i)as|(?<!i)os|(?<![aeo])ys|ics)$/
// "SNPs", "row IDs".
const ACRONYMS = /\p{Lu}{2}s$/u
const SHORTEST_PLURAL = 4

/** Returns a canonical name with its last word in the singular. */
export function singular(name: string): string {
  const space = name.lastIndexOf(' ') + 1
  const last = name.slice(space)
  return name.slice(0, space) + singularWord(last)
}

/** Does the same for a name whose spelling in the text is known. */
export function singularOf(name: string, surface: string): string {
  return ACRONYMS.test(surface) ? name.slice(0, -1) : singular(name)
}

function singularWord(word: string): string {
  const irregular = IRREGULAR[word]
  if (irregular !== undefined && Object.hasOwn(IRREGULAR, word)) return irregular
  if (word.length < SHORTEST_PLURAL || !/^[a-z][a-z0-9]*[a-z]$/.test(word) || SAME.has(word)) return word
  if (!word.endsWith('s') || NO_PLURAL.test(word)) return word
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word
  if (/(?:ss|x|ch|sh|rus|[cgrt]o)es$/.test(word) || SAME.has(word.slice(0, -2))) return word.slice(0, -2)
  return word.slice(0, -1)
}
