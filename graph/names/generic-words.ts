/**
 * Nouns and adjectives of reporting that name nothing on their own: "results", "patients", "significant". They are stripped from the edges
 * of a phrase; a phrase of only such words is not a name. Chosen by reading abstracts, not measured.
 */

const LABEL = /^(?:\p{N}+|\p{L}\p{N}?|i{2,3}|i?v|vi{1,3}|i?x)$/u
const NOUNS = words(`
  result results use uses finding findings study studies paper work article report reports review author authors conclusion
  conclusions background objective objectives aim aims purpose method methods design setting introduction discussion
  summary significance importance hypothesis evidence data dataset analysis analyses experiment experiments
  observation observations approach approaches technique techniques procedure procedures model models system systems process
  processes role roles function functions effect effects influence impact action actions response responses change changes
  increase decrease reduction loss gain difference differences variation variations level levels amount amounts number numbers
  rate rates ratio range value values degree extent proportion percentage percent majority most part parts type types
  kind kinds form forms class group groups subgroup subset set sets series sample samples case cases control controls
  individual individuals subject subjects participant participants patient patients people person man woman men women
  year years month months week weeks day days hour hours minute minutes second seconds time times period periods age
  factor factors feature features characteristic characteristics property properties aspect aspects component components
  element elements condition conditions state states status presence absence lack use application addition combination
  comparison relation relationship relationships association associations correlation correlations interaction
  interactions mechanism mechanisms pathway pathways target targets development formation generation production
  treatment treatments therapy therapies intervention interventions outcome outcomes measure measures measurement
  measurements test tests testing assessment evaluation trial trials investigation examination identification
  detection information knowledge understanding insight insights problem problems question questions issue issues
  example examples way ways means basis mean median average total sum first second third region regions area areas site
  sites location position place end beginning start onset course step steps stage stages phase phases figure figures table
  tables section chapter appendix appendices reference references context contribution possibility potential ability capacity capability
  need needs requirement requirements limitation limitations advantage advantages strategy strategies activity activities
  expression concentration concentrations dose doses exposure frequency incidence prevalence risk risks event events
  population populations cohort cohorts cell cells tissue tissues protein proteins gene genes molecule molecules
  compound compounds substance substances structure structures complex complexes signal signals marker markers line lines
  fact file files grade grades metric metrics heterogeneity thing things line strain strains variety lot others other one ones such support view point points regard term
  terms name names word words order rise fall manner fashion respect versus vs et al ie eg fig ref eq thereby no nos
  discovery research researchers scientists literature current possible decline improvement enhancement cause causes
  consequence consequences reason reasons challenge challenges opportunity paradigm framework concept concepts idea ideas
  january february march april may june july august september october november december monday tuesday wednesday
  thursday friday saturday sunday spring summer autumn winter materials material ci sd se hr main overview key
  we our this these using here to at vitro vivo novo situ silico objective finally accordingly similarly
  conversely additionally consequently specifically collectively overall whereas whether studying subsequently indeed
  although despite interestingly importantly notably moreover furthermore together thus`)

const ADJECTIVES = words(`
  significant significantly important key major minor main primary secondary new novel recent previous prior present
  current past future early late high higher highest low lower lowest large larger largest small smaller smallest great
  greater greatest long longer short shorter strong stronger weak weaker good better best bad worse worst different
  similar same identical other another various several many few multiple numerous single double individual specific
  particular certain general common rare frequent possible potential likely unlikely necessary sufficient available
  unknown known unclear clear evident apparent critical crucial essential fundamental central relevant effective
  efficient useful successful additional further total overall average mean median whole entire full complete partial
  first second third final initial last next such own respective corresponding increased decreased reduced elevated
  enhanced improved observed reported described proposed consistent independent dependent related associated
  involved able unable due more less most least much little only even further robust marked dramatic substantial
  considerable moderate mild severe direct indirect positive negative normal abnormal open old young adult recently
  surprising interesting intriguing promising limited extensive broad wide narrow simple distinct unique
  typical vast diverse underlying putative candidate so-called what which whose both each every all some any no
  two three four five six seven eight nine ten eleven twelve one`)

/** Returns whether a name consists only of words of reporting; it is then not a name, whatever its case. */
export function isGenericName(name: string): boolean {
  for (const word of name.split(' ')) if (!isGenericNoun(word) && !ADJECTIVES.has(word)) return false
  return true
}

/** Returns whether words are such words, numbers, letters or a mix: "group c", "additional file 1", "grade ii", "s0 1". */
export function isLabel(words: readonly string[]): boolean {
  return words.every((word) => LABEL.test(word) || isGenericName(word))
}

export function isGenericNoun(word: string): boolean {
  return NOUNS.has(word)
}

export function isGenericAdjective(word: string): boolean {
  return ADJECTIVES.has(word)
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}
