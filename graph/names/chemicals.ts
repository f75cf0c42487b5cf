/** Chemicals by formula (H2O2, C30H50O, LiAlH4), by locants and affixes (2-deoxyglucose), and by the endings of drug and substance names. */
import { canonical } from './canonical.ts'
import type { FoundSpan } from './mention.ts'

const ELEMENT =
  'He|Li|Be|Ne|Na|Mg|Al|Si|Cl|Ar|Ca|Sc|Ti|Cr|Mn|Fe|Co|Ni|Cu|Zn|Ga|Ge|As|Se|Br|Kr|Rb|Sr|Zr|Nb|Mo|Tc|Ru|Rh|Pd|Ag|Cd|In|Sn|Sb|Te|Xe|Cs|Ba|La|Ce|Pr|Nd|Sm|Eu|Gd|Tb|Dy|Ho|Er|Tm|Yb|Lu|Hf|Ta|Re|Os|Ir|Pt|Au|Hg|Tl|Pb|Bi|Po|At|Rn|Ra|Th|Pa|Np|Pu|H|B|C|N|O|F|P|S|K|V|Y|I|W|U'
const ONE_ELEMENT = new RegExp(ELEMENT, 'g')
const COUNT = '[\\d₀-₉]{0,3}'
const FORMULA = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:(?:${ELEMENT})${COUNT}|\\((?:(?:${ELEMENT})${COUNT}){1,6}\\)${COUNT}){1,12}(?![\\p{L}\\p{N}]|-[\\p{L}\\p{N}])`,
  'gu',
)
const SMALL_MOLECULES = new Set(
  'CO2 H2O NO2 NO3 SO2 SO3 SO4 NH3 NH4 PO4 CO3 O2 O3 N2 H2 N2O H2S CH4 HNO3 HCO3 HF HI'.split(' '),
)
const ORGANIC = /^C\d*H\d+/
// A residue of histone H3, no compound of hydrogen and potassium.
const HISTONE = /^H[1-4][AB]?K\d/
const TWO_COUNTS = /\d\D+\d/
const TWO_LETTER_SYMBOL = /[A-Z][a-z]/
// Two elements without a number; a word like "Cosine" or "Nature" must not read as a formula.
const SALT =
  /^(?:Na|K|Li|Ca|Mg|Zn|Cu|Fe|Ag|Al|Ti|Mn|Ni|Co|Ba|Pb|Cs|Rb|Sr|Cd|H|Ga|In|Si)(?:Cl|Br|I|F|OH|O|S|CN|N|As|P|C|SCN|NCS|H)$/

const LOCANT =
  "(?:\\d{1,2}[′'a-zα-ω]?(?:,\\d{1,2}[′'a-zα-ω]?){0,7}|[NOSRDL](?:,[NOS]){0,5}|\\([RSEZ±+\\-]\\)|[α-ω]|alpha|beta|gamma|cis|trans|ortho|meta|para|tert|[npom])"
const ENDINGS =
  'ol|ole|oline|ine|ide|ate|ite|one|ane|ene|yne|ose|oside|amide|amine|imine|oxide|acid|yl|al|ium|ester|ether|acil|phenone|furan|pyran|pyrrole'
const WITH_LOCANT = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:${LOCANT}[-‐–]){1,4}[a-z]{2,30}(?:[-‐–](?:\\d{1,2}[′']?(?:,\\d{1,2}[′']?){0,7}|[α-ω])[-‐–]?[a-z]{0,30}){0,6}(?: acids?)?(?<=(?:${ENDINGS})s?)(?![\\p{L}\\p{N}])`,
  'gu',
)
const NOT_A_CHEMICAL_TAIL =
  /(?:control|protocol|line|medicine|machine|routine|side|wide|dose|purpose|gene|scene|bone|zone|stone|membrane|plane|state|rate|template|climate|estimate|candidate|replicate|duplicate|site|suite|mile|time|interval|trial|signal|animal|arrival|survival|medial|spatial|clinical|dimensional|al)s?$/

const METAL =
  'sodium|potassium|calcium|magnesium|lithium|zinc|iron|copper|aluminium|aluminum|manganese|cobalt|nickel|lead|mercury|cadmium|silver|gold|titanium|hydrogen|nitric|nitrous|carbon|silicon'
// Endings that hardly any other word has: drug stems of the WHO's list, salts, sugars, acids, alcohols of natural products.
const STEM = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:${METAL}) \\p{L}{0,12}(?:ide|ate)s?|` +
    '\\p{L}{0,25}(?:' +
    'cillin|mycin|micin|floxacin|oxacin|cycline|azole|statin|prazole|sartan|olol|dipine|pril|tidine|setron|triptan|' +
    'tinib|ciclib|rafenib|zomib|lisib|parib|limus|mab|cept|vir|vudine|citabine|platin|taxel|rubicin|bicin|' +
    'profen|caine|azepam|zolam|barbital|oxetine|glitazone|gliptin|gliflozin|glutide|semide|thiazide|' +
    'sulfate|sulphate|phosphate|nitrate|acetate|carbonate|citrate|glutamate|aspartate|lactate|pyruvate|succinate|malate|' +
    'fumarate|butyrate|palmitate|oleate|stearate|benzoate|borate|silicate|trexate|folate|oxalate|tartrate|propionate|' +
    'valproate|salicylate|acrylate|carbamate|chromate|arsenate|phosphonate|' +
    'chloride|bromide|iodide|fluoride|oxide|sulfide|sulphide|hydride|cyanide|nitride|carbide|amide|imide|anhydride|' +
    'glucose|fructose|sucrose|lactose|galactose|mannose|ribose|maltose|trehalose|cellulose|xylose|' +
    'oside|adenosine|guanosine|cytidine|uridine|thymidine|alanine|arginine|cysteine|glycine|histidine|leucine|lysine|' +
    'methionine|phenylalanine|proline|serine|threonine|tyrosine|tryptophan|valine|citrulline|creatine|choline|betaine|' +
    'amine|imine|epine|azine|idine|olone|steroid|sterol|sterone|estradiol|retinol|phenol|ethanol|methanol|propanol|butanol|' +
    'glycerol|triol|diol|eol|flavone|quinone|ketone|acetone|lactone|pyridone|coumarin|catechin|quercetin|' +
    'benzene|toluene|xylene|ethylene|propylene|styrene|terpene|carotene|pyrene|methane|ethane|propane|butane|hexane|alkane' +
    ')s?|' +
    '\\p{L}{2,25}ic acids?)(?![\\p{L}\\p{N}])',
  'giu',
)
const NO_STEM = /(?:examine|(?:nucleic|amino) acid)s?$/

/** Returns the chemicals of a text. */
export function chemicals(text: string): FoundSpan[] {
  const found: FoundSpan[] = []
  for (const match of text.matchAll(FORMULA)) if (isFormula(match[0])) found.push(spanOf(match))
  for (const match of text.matchAll(WITH_LOCANT))
    if (!NOT_A_CHEMICAL_TAIL.test(match[0])) found.push(spanOf(match))
  for (const match of text.matchAll(STEM))
    if (!NO_STEM.test(match[0].toLowerCase())) found.push(spanOf(match))
  return found
}

/** Returns whether symbols that look like a gene's are a small molecule: "CO2". */
export function isSmallMolecule(symbols: string): boolean {
  return SMALL_MOLECULES.has(symbols)
}

function isFormula(symbols: string): boolean {
  const plain = symbols.replace(/[₀-₉]/g, (digit) => String(digit.charCodeAt(0) - 0x2080))
  if (SMALL_MOLECULES.has(plain) || SALT.test(plain) || ORGANIC.test(plain)) return true
  if (!/\d/.test(plain) || HISTONE.test(plain)) return false
  const elements = plain.match(ONE_ELEMENT)!
  return elements.length > 1 && (TWO_COUNTS.test(plain) || TWO_LETTER_SYMBOL.test(plain))
}

function spanOf(match: RegExpExecArray): FoundSpan {
  const name = canonical(match[0])
  return { start: match.index, end: match.index + match[0].length, name, kind: 'chemical' }
}
