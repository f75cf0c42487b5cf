/** Species by their Latin names: "Escherichia coli", and "E. coli" with the genus that its paper spells out. */
import { canonical } from './canonical.ts'
import type { FoundSpan } from './mention.ts'

const FULL = /(?<![\p{L}\p{N}-])(\p{Lu}[a-z]{2,20}) ([a-z]{3,20}(?:-[a-z]{3,20})?)(?![\p{L}\p{N}'’])/gu
const SHORT = /(?<![\p{L}\p{N}.-])(\p{Lu}[a-z]?)\. ?([a-z]{3,20})(?![\p{L}\p{N}'’])/gu
const LATIN_GENUS =
  /(?:us|ia|ella|ium|um|bacter|myces|coccus|monas|phila|opsis|is|ea|ma|ix|ax|ys|ops|ides|ia|na|ra|la|ta|sa|ca|da|ga|ya|za)$/
const LATIN_EPITHET =
  /(?:us|um|ae|ii|ensis|ense|icola|oides|ans|ens|alis|aris|ilis|ina|ana|ata|osa|ica|ulosis|iae|ei|ophila|phila|gena|genes|aster|icus|icum|ax|ix|ella|ista|ora|eri|ori|oli|evisiae|ptera|ula|ella|ita|idis|itidis|ra|rum|i|lis|tis|nis|mis|cola|opus|otis|cans)$/
// English and medical words with such endings.
const NO_EPITHET =
  /(?:emia|aemia|oma|itis|osis|asis|esis|ysis|plasia|trophy|uria|algia|sclerosis|cious|tious|ious|eous|uous|rous|nous|lous|mous|tous|sus|atens|ense|sense|dense|means|tens|pens|lens|gens|mens|happens|opens)$/
const ENGLISH = new Set(
  (
    'data area areas formula criteria bacteria media phenomena stimulus virus viruses versus status focus fetus foetus thus ' +
    'plus consensus campus bonus census nexus hypothalamus hippocampus thalamus uterus thymus esophagus serum medium ' +
    'minimum maximum optimum spectrum momentum forum album museum premium millennium equilibrium sodium calcium potassium ' +
    'magnesium lithium aluminium uranium helium tedium stadium vacuum human humans clans plans trans swans veterans fans ' +
    'loans means beans organs orphans americans lesions tens children garden citizens tokens specimens pathogens antigens ' +
    'estrogens androgens hydrogens genes regimens screens happens opens lessens strengthens shortens weakens widens taxis ' +
    'axis basis crisis oasis thesis pelvis penis tennis analysis diagnosis prognosis dialysis apoptosis mitosis ' +
    'era extra opera camera agenda drama panorama idea arena antenna pneumonia anemia anaemia leukemia asthma edema ' +
    'plasma trauma coma stigma dogma enigma plasmids orders members leaders others numbers genera alpha beta gamma delta ' +
    'stigmata schemata larvae pupae algae formulae antennae vertebrae novae cornea trachea nausea diarrhea diarrhoea tibia ' +
    'fistula ampulla medulla patella scapula papilla umbrella vanilla faster master disaster aster plaster vagina retina ' +
    'angina lamina stamina insulina america africa replica insulin mucosa sclera aorta angora flora fauna aura also una quota ' +
    'fungi foci loci nuclei stimuli bacilli alveoli emboli thrombi hippocampi villi cocci radii alkali taxi alibi ' +
    'via per cola visa villa hepatitis pancreas mentioned series species matrix appendix mix fix six suffix prefix ' +
    'relax tax fax wax max climax thorax anthrax syntax gas final normal renal'
  ).split(' '),
)
// Genera whose names no ending shows, or that open sentences often. Model organisms and common pathogens.
const GENERA = new Set(
  (
    'homo mus danio bos sus gallus canis felis bacillus escherichia drosophila arabidopsis caenorhabditis saccharomyces ' +
    'staphylococcus streptococcus plasmodium mycobacterium pseudomonas salmonella xenopus rattus macaca oryza zea triticum ' +
    'candida aspergillus neisseria helicobacter vibrio clostridium clostridioides listeria klebsiella trypanosoma ' +
    'leishmania toxoplasma schizosaccharomyces chlamydia legionella borrelia yersinia haemophilus enterococcus ' +
    'lactobacillus bacteroides nicotiana solanum medicago populus anopheles aedes culex apis bombyx ixodes'
  ).split(' '),
)
// What everyone means, for a paper that spells the genus nowhere.
const WELL_KNOWN: Readonly<Record<string, string>> = {
  'e coli': 'escherichia coli',
  's aureus': 'staphylococcus aureus',
  'c elegans': 'caenorhabditis elegans',
  'd melanogaster': 'drosophila melanogaster',
  's cerevisiae': 'saccharomyces cerevisiae',
  's pombe': 'schizosaccharomyces pombe',
  'a thaliana': 'arabidopsis thaliana',
  'm tuberculosis': 'mycobacterium tuberculosis',
  'p falciparum': 'plasmodium falciparum',
  'p aeruginosa': 'pseudomonas aeruginosa',
  'b subtilis': 'bacillus subtilis',
  'h pylori': 'helicobacter pylori',
  'x laevis': 'xenopus laevis',
  'd rerio': 'danio rerio',
  's pneumoniae': 'streptococcus pneumoniae',
  's pyogenes': 'streptococcus pyogenes',
  'k pneumoniae': 'klebsiella pneumoniae',
  'c difficile': 'clostridioides difficile',
  'c albicans': 'candida albicans',
  'l monocytogenes': 'listeria monocytogenes',
  't gondii': 'toxoplasma gondii',
  'v cholerae': 'vibrio cholerae',
}

/** Returns the species of a text; `shortNames` gives long names by canonical short ones. */
export function species(text: string, shortNames: ReadonlyMap<string, string>): FoundSpan[] {
  const found: FoundSpan[] = []
  for (const match of text.matchAll(FULL)) {
    if (!isBinomial(match[1]!, match[2]!)) continue
    found.push(spanOf(match, canonical(match[0])))
  }
  for (const match of text.matchAll(SHORT)) {
    const short = canonical(match[0])
    const long = shortNames.get(short) ?? (Object.hasOwn(WELL_KNOWN, short) ? WELL_KNOWN[short] : undefined)
    if (long !== undefined || isEpithet(match[2]!)) found.push(spanOf(match, long ?? short))
  }
  return found
}

/** Returns "e coli" -> "escherichia coli" for every species that the text spells out; the first one wins. */
export function shortSpeciesNames(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const { name } of species(text, found)) {
    const space = name.indexOf(' ')
    if (space < 3) continue
    for (const letters of [1, 2]) {
      const short = name.slice(0, letters) + name.slice(space)
      if (!found.has(short)) found.set(short, name)
    }
  }
  return found
}

function isBinomial(genus: string, epithet: string): boolean {
  const lower = genus.toLowerCase()
  if (ENGLISH.has(epithet) || ENGLISH.has(lower)) return false
  if (GENERA.has(lower)) return isEpithet(epithet)
  return LATIN_GENUS.test(lower) && !NO_EPITHET.test(lower) && isEpithet(epithet)
}

function isEpithet(word: string): boolean {
  if (ENGLISH.has(word)) return false
  return LATIN_EPITHET.test(word) && (!NO_EPITHET.test(word) || word === 'tuberculosis')
}

function spanOf(match: RegExpExecArray, name: string): FoundSpan {
  return { start: match.index, end: match.index + match[0].length, name, kind: 'species' }
}
