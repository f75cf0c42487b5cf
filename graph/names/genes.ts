/**
 * Genes and proteins by the look of their symbols (TP53, p53, IL-6, Bcl-2, NF-κB, miR-21) and enzymes by their ending.
 * The name of a symbol has its parts together: "IL-6" and "IL6" are both "il6".
 */
import { canonical } from './canonical.ts'
import { isSmallMolecule } from './chemicals.ts'
import type { FoundSpan } from './mention.ts'

const GREEK = '[α-ωµ]|alpha|beta|gamma|delta|epsilon|kappa|zeta|theta'
const BEFORE = '(?<![\\p{L}\\p{N}])'
const AFTER = '(?![\\p{L}\\p{N}])'
const SYMBOL = new RegExp(
  `${BEFORE}(?:` +
    [
      // TP53, BRCA1, CYP2D6, APOBEC3G, CD8α, H3K27me3
      `\\p{Lu}{2,6}\\d{1,4}(?:\\p{Lu}{1,2}\\d{0,3})?(?:${GREEK})?\\d?`,
      // IL-6, PD-1, TNF-α, TGF-β1, PD-L1, HLA-DR4, IL-6Rα
      `\\p{Lu}{1,5}-(?:\\p{Lu}{1,3})?\\d{1,3}(?:\\p{Lu}(?![\\p{Ll}]))?(?:${GREEK})?`,
      `\\p{Lu}{2,5}-?(?:${GREEK})-?\\d{0,2}`,
      // Bcl-2, Sox2, Satb1, Hsp90, Cas9
      '\\p{Lu}\\p{Ll}{1,4}-?\\d{1,3}[a-z]?',
      // H3K9, H3K27me3, H4K16ac
      'H[1-4][AB]?K\\d{1,3}(?:me\\d|ac|ub\\d?)?',
      // p53, p38, p21
      'p\\d{2,3}(?!-value)',
      // c-Myc, c-Jun, K-Ras
      '(?:c-|[KHN]-)(?:Myc|Jun|Fos|Src|Met|Kit|Raf|Abl|Ras|MYC|JUN|FOS|SRC|MET|KIT|RAF|ABL|RAS|Cbl)',
      // NF-κB and how else it is spelled; IκB, PI3K, mTOR
      'NF-?\\s?(?:κ|k|kappa\\s?)-?B(?:\\d|p\\d\\d)?',
      'IκB[α-ω]?|IKK[α-ω]?|PI3Ks?|mTORC?\\d?',
      // microRNA
      '(?:[a-z]{3}-)?(?:miR|let)-\\d{1,4}[a-z]?(?:-[35]p)?',
    ].join('|') +
    `)${AFTER}`,
  'gu',
)
// What looks like a symbol and is a number of something: Figure1, Day 3, Phase-2, COVID-19, vitamin B12, influenza H1N1.
const NOT_A_SYMBOL =
  /^(?:fig|figs|tab|table|day|days|type|phase|step|stage|grade|class|week|year|no|nos|vol|eq|eqs|ref|refs|case|covid|sars|ph|isbn|issn|doi|pmid|nct|usd|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|page|part|age|level|group|model|item|box|row|col|iso|form|unit|site|line|lane|top|sec|chap|january|march|april|june|july|route|flight|boeing|apollo|windows|iphone|version|mach|world|area|channel|formula|highway|studio|room|ser|thr|tyr|lys|arg|cys|asp|glu|his|asn|gln|gly|ala|val|leu|ile|met|pro|phe|trp|ic|ec|ld|ed|gi|ci|hr|or|rr|sd|us|uk)\s?\d/
const ENZYME = /(?<![\p{L}\p{N}])\p{L}{3,30}ase(?:s)?(?![\p{L}\p{N}])/gu
const NO_ENZYME =
  /^(?:.*(?:disease|increase|decrease|release|database|purchase|phrase|phase|case|base|chase|lease|crease|grease|please|cease|tease|erase|ease|vase)|metastase)s?$/

/** Returns the symbols and enzymes of a text; they never overlap. */
export function genes(text: string): FoundSpan[] {
  const found: FoundSpan[] = []
  for (const match of text.matchAll(SYMBOL)) {
    const form = canonical(match[0])
    if (form.length < 2 || NOT_A_SYMBOL.test(form) || isSmallMolecule(match[0])) continue
    found.push({
      start: match.index,
      end: match.index + match[0].length,
      name: symbolName(form),
      kind: 'gene',
    })
  }
  for (const match of text.matchAll(ENZYME)) {
    const form = canonical(match[0])
    if (form.length < 6 || NO_ENZYME.test(form)) continue
    const name = form.endsWith('s') ? form.slice(0, -1) : form
    found.push({ start: match.index, end: match.index + match[0].length, name, kind: 'gene' })
  }
  return found
}

/** "il 6" -> "il6"; "nf kb" and "nf kappab" are the same. */
function symbolName(form: string): string {
  return form.replaceAll(' ', '').replace(/^nfkb/, 'nfkappab')
}
