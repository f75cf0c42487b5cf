/** Kinds of words that a table column asks for, such as a solvent: their patterns, and which sentences say that a study used them. */
import { isCountry } from '../core/countries/index.ts'

export interface FoundPhrase {
  /** Span in the sentence. */
  readonly span: readonly [start: number, end: number]
  /** Certainty of the answer: 1, or less. */
  readonly rank: number
}

/** Returns the phrases of one sentence that answer. */
export type PhraseFinder = (sentence: string) => FoundPhrase[]

const PLANT_PART =
  /(?<![\p{L}-])(?:lea(?:f|ves)|roots?|(?:stem\s)?barks?|stems?|fruits?|seeds?|flowers?|rhizomes?|tubers?|bulbs?|peels?|aerial\sparts?|whole\splants?|shoots?|twigs?|petals?|heartwood|pulp|buds?|pods?|needles|latex|resin|berries)(?![\p{L}-])(?!\s(?:canals?|cells?|means?|mass|squares?|nodes?)(?!\p{L}))/giu
const OF_PLANTS =
  /(?<!\p{L})(?:extract(?:s|ion)?|essential oils?|collected|harvested|dried|powdered?|plant materials?)(?!\p{L})/iu
const PLANT_PARTS =
  /(?<!\p{L})(?:(?:parts?|organs?|tissues?)\sof\s(?:the\s)?plants?|plant\s(?:parts?|organs?|tissues?))(?!\p{L})/iu
const SOLVENT =
  /(?:\d+(?:\.\d+)?\s?%\s|aqueous\s)?(?<![\p{L}-])(?:methanol|ethanol|acetone|acetonitrile|chloroform|dichloromethane|(?:n-|cyclo)?hexane|heptane|pentane|benzene|toluene|xylene|petroleum\sether|diethyl[\s-]ether|ethyl\sacetate|carbon\stetrachloride|DMSO|dimethyl\s?sulfoxide|DMF|dimethylformamide|tetrahydrofuran|THF|isopropanol|(?:[12n]-)?(?:but|prop)anol|pyridine|(?:distilled|deionized|deionised|ultrapure)\swater)(?!\p{L})/giu
const EXTRACTED =
  /(?<!\p{L})(?:extract(?:ed|ion|s)?|soxhlet|macerat\p{L}+|reflux\p{L}*|soaked|solvents?|percolat\p{L}+)(?!\p{L})/iu
const DISSOLVED =
  /(?<!\p{L})(?:dissolv\p{L}+|redissolv\p{L}+|elut\p{L}+|mobile\sphase|in\sdiluted)(?!\p{L})/iu
/** Capitals with a digit, or three capitals; never a molecule that is a cell marker. */
const LINE = String.raw`(?!CD\d|IL-?\d|DNA|RNA|HIV|PBMC|RBC|WBC|CNS|ATCC|MTT)(?:(?=[\w/-]*\p{Lu})(?=[\w/-]*\d)\p{L}[\w/-]+|\d[\w/-]*\p{Lu}[\w/-]*|\p{Lu}{3,}[\w/-]*|HeLa|Vero|Jurkat|Caco-2)`
const CELL_LINE = new RegExp(
  String.raw`(?<![\p{L}\p{N}+-])${LINE}(?:,\s(?:and\s)?${LINE}|\sand\s${LINE})*(?=(?:\s\([^()]{1,40}\))?(?:\s\p{Ll}+){0,2}\scell(?:s|\slines?)(?!\p{L}))`,
  'gu',
)
const IN_CULTURE =
  /(?<!\p{L})(?:(?:co)?cultur\p{L}+|transfect\p{L}+|viab\p{L}+|cytotox\p{L}+|seeded|express\p{L}*|prolifer\p{L}+|apopto\p{L}+|infected|IC50|[GC]C50|purified\sfrom|treat\p{L}+)(?!\p{L})/iu
const SAYS_ANY = /(?:)/
const MONTH =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)'
const YEAR = '(?:19|20)\\d\\d'
/** "July-August 2015", "in 2006, 2007, 2011 and 2012"; not the year of a citation, and not "2000 × g". */
const DATE = new RegExp(
  String.raw`(?:(?:\d{1,2}(?:st|nd|rd|th)?\s)?(?<!\p{L})${MONTH}(?:\s?(?:[-–]|to|and)\s?${MONTH})?\.?,?\s(?:of\s)?(?:\d{1,2},\s)?|(?<=(?<!\p{L})(?:in|during|of|between|from|since|until|spring|summer|autumn|fall|winter|years?|seasons?|early|late)\s|(?<!\p{Lu}\p{Ll}+,?\s)\())${YEAR}(?:(?:\s?[-–]\s?|,\s(?:and\s)?|\s(?:to|and)\s)(?:${MONTH}\s(?:\d{1,2},\s)?)?${YEAR})*(?![\d–-]|\s?[×x%°])`,
  'gu',
)
const COLLECTED =
  /(?<!\p{L})(?:collected|collection\sof|harvested|sampled|gathered|samples\swere\s\p{L}+)(?!\p{L})/iu
const NUMBER = String.raw`(?:\d{1,3}(?:[,\s]\d{3})+|\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty)`
const SUBJECTS =
  '(?:out|in)?patients|participants|subjects|animals|rats|mice|rabbits|women|men|children|adults|adolescents|volunteers|individuals|people|respondents|students|specimens|samples|teeth|cases|studies|trials|larvae'
const SAMPLE = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,–-])(?:[nN]\s?[=¼]\s?\d{1,3}(?:,?\d{3})*(?![\d.\p{L}])|${NUMBER}\s(?:(?!of\s)\p{Ll}+\s){0,2}(?:${SUBJECTS})(?!\p{L}))`,
  'giu',
)
const TAKEN =
  /(?<!\p{L})(?:enrolled|recruited|randomi[sz]ed|included|participated|a\stotal\sof|completed|responded|samples?\ssize)(?!\p{L})/iu
/** Words that make it less certain that the number is that of the whole study. */
const HANDLED = /(?<!\p{L})(?:randomly|divided|allocated|groups?|conducted\swith|sampled)(?!\p{L})/iu
const LEFT_OUT =
  /(?<!\p{L})(?:missing|screened|withdr[ea]w\p{L}*|dropp(?:ed|ing)[\s-]?out|drop-?outs?|lost|loss\sto|exclu(?:ded|ding|sions?)|discontinu\p{L}+|stopped|improperly|ineligible|incomplete|declined|refused|(?:did|were|was|could|does|do)\snot|not\s(?:included|analy[sz]ed)|died|deceased|deaths?|without)(?!\p{L})/iu
const OF_EACH = /^\s(?:(?:in|from|of|for)\s)?(?:per|each)(?!\p{L})/iu
const DEVICE =
  'spectromet(?:er|ry)|spectrophotomet(?:er|ry)|spectrophotometrically|microscope|microscopy|chromatograph|diffractometer|thermal\\s?cycler|thermocycler|cytometer|(?:plate\\s)?reader|sequencer|analy[sz]er|centrifuge|rheometer|calorimeter|potentiostat|scanner|(?:pH\\s?)?meter|camera|telescope|instrument|imager'
const MODEL = String.raw`\p{Lu}[\p{L}\p{N}/.-]*`
/** "Bruker AMX-400 (400 MHz) instrument", "fluorescence spectrophotometer (Cary Eclipse, Varian)", "gas chromatograph Trace GC". */
const INSTRUMENT = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}-])${MODEL}(?:\s(?:${MODEL}|\d[\w.-]*)){0,5}\s(?:\(\d[^()]{1,20}\)\s)?(?:[\p{Ll}\d-]+\s){0,3}(?:${DEVICE})(?!\p{L})`,
    String.raw`(?<![\p{L}\p{N}-])(?:[\p{Ll}-]+\s){0,2}(?:${DEVICE})\s(?:\([^()]{0,25}\p{Lu}[^()]*[\s\d,][^()]*\)|${MODEL}(?:\s${MODEL})*)`,
  ].join('|'),
  'gu',
)
/** "SPSS 21.0 software", "R (version 3.2.2)", "GraphPad Prism". */
const VERSION = String.raw`(?:\s(?:software\s|program\s|package\s|for\sWindows\s)?\(?(?:version|ver\.|v\.?)?\s?\d+(?:\.\d+)*\)?)`
const SOFTWARE = new RegExp(
  String.raw`(?<![\p{L}\p{N}-])(?:(?:IBM\s)?SPSS(?:\sStatistics)?|STATA|Stata|SAS|MATLAB|Matlab|GraphPad(?:\sPrism)?|Minitab|ImageJ|Statistica|STATISTICA|RevMan|Review\sManager|XLSTAT|Microsoft\sExcel|Xcalibur|EndNote|NVivo)(?!\p{L})${VERSION}?(?:\s[Ss]oftware)?|(?<![\p{L}\p{N}-])(?:\p{Lu}[\p{L}\p{N}-]*\s){1,3}(?:\d+(?:\.\d+)*\s)?(?:[Ss]oftware|program|package)(?!\p{L})${VERSION}?|(?<![\p{L}\p{N}-])R\s\(?(?:version|v\.?)\s?\d+(?:\.\d+)*\)?`,
  'gu',
)
const COLLECTED_AT =
  /(?<!\p{L})(?:collected|harvested|grown|cultivated|recruited|enrolled|sampled|surveyed|trial\swas\sdone|study\swas\sdone|took\splace|study\s(?:site|area))(?!\p{L})/iu
const HERE = /(?<!\p{L})(?:obtained\sfrom|conducted|carried\sout|performed)(?!\p{L})/iu
const ADDRESS =
  /(?<!\p{L})(?:Universit\p{L}+|Institut\p{L}+|Departments?|Hospital|College|School|Laborator\p{L}+|Cent(?:er|re)|Faculty|Academy)(?!\p{L})/u
const THANKS =
  /(?<!\p{L})(?:thanks?|grateful|acknowledg\p{L}+|fund(?:ed|ing|ers?)|grants?|supported\sby)(?!\p{L})/iu
/** "Palau" in "Aloysia citriodora Palau" is its author's name, not a place. */
const AT_A_PLACE = /(?:(?<!\p{L})(?:in|of|from|at|the|and|across|throughout|within)\s|[,(–/-]\s?)$/u
const CAPITAL_WORDS = /\p{Lu}[\p{L}.’'-]*(?:\s(?:of\s|and\s|the\s)?\p{Lu}[\p{L}.]*)*/gu
/** Purchases do not show where a study took place. */
const BOUGHT =
  /(?<!\p{L})(?:purchased|supplied|bought|manufactur\p{L}+|kit|Ltd|Inc|GmbH|Co|Sigma|Merck|Biolabs|[Cc]at(?:alog)?)(?!\p{L})/u

const KINDS: readonly (readonly [RegExp, PhraseFinder])[] = [
  [
    /^(?:plant\s)?parts?(?:\sof\s(?:the\s)?plants?)?(?:\sused)?$|^plant\s(?:organ|material)s?$/,
    of(PLANT_PART, OF_PLANTS, PLANT_PARTS),
  ],
  [/^(?:extraction\s)?solvents?(?:\sused)?$/, of(SOLVENT, EXTRACTED, DISSOLVED)],
  [/^cell\s?lines?$|^cells$/, of(CELL_LINE, /(?<!\p{L})cell\slines?(?!\p{L})/iu, IN_CULTURE)],
  [
    /^(?:years?|dates?)\sof\s(?:the\s)?(?:collection|sampling|harvest)$|^(?:collection|sampling)\s(?:years?|dates?)$/,
    of(DATE, COLLECTED),
  ],
  [/^sample\ssizes?$|^n$|^number\sof\s(?:patients|participants|subjects|animals|samples)$/, sampleSizes],
  [/^(?:instruments?|apparatus|equipment|devices?)(?:\sused)?$/, of(INSTRUMENT, SAYS_ANY)],
  [/^(?:statistical\s)?(?:software|programs?)(?:\sused)?$/, of(SOFTWARE, SAYS_ANY)],
  [/^countr(?:y|ies)(?:\sof\s(?:the\s)?(?:study|origin|collection))?$/, countries],
]

/** Returns null for a column of another kind. */
export function finderOfKind(column: string): PhraseFinder | null {
  const asked = column.trim().toLowerCase()
  return KINDS.find(([pattern]) => pattern.test(asked))?.[1] ?? null
}

/** Returns a finder of `what`. `cues`: what the sentence must say, the surest first. */
function of(what: RegExp, ...cues: readonly RegExp[]): PhraseFinder {
  return (sentence) => {
    const cue = cues.findIndex((one) => one.test(sentence))
    if (cue < 0) return []
    return [...sentence.matchAll(what)].map(({ index, 0: { length } }) => ({
      span: [index, index + length],
      rank: 1 / (cue + 1),
    }))
  }
}

/** Finds the number of those who were included in a study. */
function sampleSizes(sentence: string): FoundPhrase[] {
  return of(
    SAMPLE,
    SAYS_ANY,
  )(sentence)
    .map(({ span }) => ({ span, rank: sampleRank(sentence, span) }))
    .filter(({ rank }) => rank > 0)
}

/** Ranks a sample size: "n = 4" may be that of a group or of a measurement, and one of many is only a part. */
function sampleRank(sentence: string, span: FoundPhrase['span']): number {
  if (isLeftOut(sentence, span)) return 0
  const isN = /[=¼]/.test(sentence.slice(...span))
  if (isN && isShare(sentence, span)) return 0.3
  const isTaken = TAKEN.test(sentence)
  if (!isTaken && !HANDLED.test(sentence)) return isN ? 0.6 : 0
  if (OF_EACH.test(sentence.slice(span[1]))) return 0.8
  return !isTaken ? 0.7 : isN ? 0.9 : 1
}

/** Returns whether a number is a share, such as "51.2% (n = 7,230)", or one of three or more. */
function isShare(sentence: string, [from]: FoundPhrase['span']): boolean {
  return (
    /%[\s,(]*$/u.test(sentence.slice(0, from)) || (sentence.match(/(?<!\p{L})n\s?[=¼]/giu) ?? []).length > 2
  )
}

/** Returns whether the same part of the sentence excludes the number: "12 patients dropped out", "missing data (n = 79)". */
function isLeftOut(sentence: string, [from, to]: FoundPhrase['span']): boolean {
  const before = sentence.slice(0, from).replace(/[\s,(:]+$/u, '')
  const [near = ''] = /[^,;.()]*$/u.exec(before) ?? []
  const [after = ''] = /^(?:(?!\sand\s)[^,;.()]){0,40}/u.exec(sentence.slice(to)) ?? []
  return LEFT_OUT.test(near.split(/\sand\s/u).at(-1)!) || LEFT_OUT.test(after)
}

function countries(sentence: string): FoundPhrase[] {
  const isGathered = COLLECTED_AT.test(sentence)
  const rank = isGathered ? 1 : HERE.test(sentence) ? 0.8 : ADDRESS.test(sentence) ? 0.5 : 0
  if (rank === 0 || BOUGHT.test(sentence) || THANKS.test(sentence)) return []
  return [...sentence.matchAll(CAPITAL_WORDS)].flatMap(({ index, 0: text }) => {
    const country = !isGathered && isVendor(sentence.slice(0, index)) ? null : countryIn(text)
    if (country === null || !AT_A_PLACE.test(sentence.slice(0, index + country[0]))) return []
    return [{ span: [index + country[0], index + country[1]], rank }]
  })
}

/** Returns whether a place is a manufacturer's: "(Sigma, St. Louis, MO, USA)". */
function isVendor(before: string): boolean {
  const opened = /\([^()]*,[^()]*$/u.exec(before)
  return opened !== null && !ADDRESS.test(opened[0])
}

/** Returns the span of a country that ends a run of names: "Faisalabad-Pakistan". */
function countryIn(text: string): readonly [number, number] | null {
  for (const { index } of text.matchAll(/(?<!\p{L})\p{L}/gu)) {
    const rest = text.slice(index).replace(/[.’'-]+$/u, '')
    if (isCountry(rest, ['en'])) return [index, index + rest.length]
  }
  return null
}
