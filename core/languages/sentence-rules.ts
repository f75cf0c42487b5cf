/** Rules for sentence ends in languages other than English: abbreviations, quotation marks, ordinals, and stops without a space. */
import { knownLanguage } from './known-languages.ts'

export interface SentenceRules {
  /** Pattern with the same groups as BOUNDARY of core/sentences.ts. */
  readonly boundary: RegExp
  /** Marks before a sentence's first word that English does not have. */
  readonly opening: RegExp
  /** Returns whether the sentence continues after the stop behind `word` (in lower case, without the stop), followed by `after`. */
  readonly goesOn: (word: string, after: string) => boolean
}

/** Chinese and Japanese stops end a sentence anywhere, together with the quotation marks that close there. */
const BOUNDARY =
  /([.!?…](?<![.!?…]{2})[.!?…]*(?:\s?»|["'"”“’)\]])*(?:\[\d[\d,–-]*\]|(?<=\p{L}[.!?]["”»)]?)\d{1,3}(?:[,–-]\d{1,3})*(?=\s+\p{Lu})|[⁰¹²³⁴-⁹]+(?:[,–-][⁰¹²³⁴-⁹]+)*)?)(\s+)|([。！？][。！？!?…]*[”’」』）》]*(?:\[\d[\d,–-]*\])?)|(\n\s*\n)/gu
const OPENING = /^[«„»‚¿¡「『（《]+\s?/u

/** Abbreviations in lower case, without their last stop, after which a sentence continues whatever follows. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  deu:
    'abb abs allg anm art aufl bd bearb bes bez bspw bzgl bzw ca d.h d dez ders dgl dipl dr ebd ehem einschl engl evtl exkl feb ff fol frz geb ' +
    'gegr ggf ggü griech hg hrsg i.d.r i.v inkl insb insbes jan jh jhd kap lat lfd lt m.e max min mind mio mrd nat nov nr o.ä o.g okt orig prof ' +
    'red s.o s.u s sep sept sog st std str tab tel u.a u.u übers usf v.a vgl vol z.b z.t z zit zw',
  fra:
    'al app art av boul cf ch chap coll col dr éd env ex fasc févr fig hab ibid ill janv juil l M m.m mm mlle mme nb nov no num obs oct op p p.ex ' +
    'pp préf prof réf rééd sec sept soc spp st ste suppl tab tél trad vol vs',
  spa:
    'admón aprox art arts av cap caps cf cía col coord dr dra dto ed eds ej etc fig figs gral ibíd id lám lic máx mín n nº núm núms op p p.ej pág ' +
    'págs párr pp prof profa pról prov sec sr sra sres srta ss sta sto tab tel trad vid vol vols',
  por: 'aprox art av cap dr dra ed eds ex fig figs máx mín n núm p pág págs pp prof profa sr sra séc tab tel vol',
  ita: 'art avv cap cfr cit dott dr ecc ed es fig figg ing max min n num p pag pagg pp prof prof.ssa sec sig sigg tab tel vol',
  nld: 'afb art bijv blz bv ca dhr d.w.z dr drs enz evt fig gem hfst incl ing ir jl max mevr min mr nl nr o.a p pag prof resp tab tel vgl vol z.g zgn',
  swe: 'bl.a ca d.v.s dr dvs enl ev fig forts f.d fr.o.m inkl jfr kap m.fl m.m max min nr o.d osv p.g.a prof resp s.k st t.ex t.o.m tab tel vol',
  dan: 'bl.a ca d.v.s dr dvs eks evt f.eks fig inkl jf kap kl m.fl m.m max min nr osv p.g.a prof resp s tab tlf vol',
  nob: 'bl.a ca d.v.s dr dvs eks ev evt f.eks fig inkl jf kap kl m.fl m.m max min nr osv p.g.a prof resp s tab tlf vol',
}
/** Abbreviations that often end a sentence: they do if the next word can open one. */
const MAY_END: Readonly<Record<string, string>> = {
  deu: 'usw etc u.ä o.ä usf',
  fra: 'etc',
  spa: 'etc',
  por: 'etc',
  ita: 'ecc etc',
  nld: 'enz etc',
}
/** In German, where every noun has a capital, only these words after "3." and "z. B." indicate a new sentence. */
const OPENS_GERMAN =
  /^["„»(]*(?:Der|Die|Das|Dies\p{Ll}*|Ein\p{Ll}*|Es|Er|Sie|Wir|Im|In|Am|An|Auf|Aus|Bei|Beim|Bis|Da|Damit|Dabei|Dagegen|Daher|Danach|Dann|Darum|Denn|Doch|Durch|Für|Gegen|Hier\p{Ll}*|Ihr\p{Ll}*|Jede\p{Ll}*|Kein\p{Ll}*|Mit|Nach|Nur|Ob|Obwohl|Ohne|Seit|So|Somit|Über|Um|Unter|Unser\p{Ll}*|Von|Vor|Während|Weil|Wenn|Wie|Zu|Zum|Zur|Zwischen|Zwar|Auch|Als|Alle|Beide|Deshalb|Trotz\p{Ll}*|Insgesamt|Ferner|Außerdem|Zudem|Jedoch)\b/u
/** Ordinal numbers: "am 3. Mai", "im 19. Jahrhundert". */
const ORDINAL = /^(?:\d{1,2}|[ivx]{1,5})$/
const ORDINAL_LANGUAGES = new Set(['deu', 'dan', 'nob', 'fin', 'hun', 'tur'])
const SINGLE_LETTER = /^(?:\p{Ll}\.)*\p{Ll}$/u

const made = new Map<string, SentenceRules | null>()

/** Returns null for English and for an unknown language, which have only the rules of core/sentences.ts. */
export function rulesOfSentences(language: string): SentenceRules | null {
  const known = made.get(language)
  if (known !== undefined) return known
  const code = knownLanguage(language)?.code ?? 'eng'
  const rules = code === 'eng' ? null : makeRules(code)
  made.set(language, rules)
  return rules
}

function makeRules(code: string): SentenceRules {
  const abbreviations = new Set((ABBREVIATIONS[code] ?? '').toLowerCase().split(' '))
  const mayEnd = new Set((MAY_END[code] ?? '').split(' '))
  return {
    boundary: BOUNDARY,
    opening: OPENING,
    goesOn(word, after) {
      if (code !== 'deu') {
        return (
          (abbreviations.has(word) && !mayEnd.has(word)) ||
          (ORDINAL_LANGUAGES.has(code) && isOrdinal(word, after))
        )
      }
      const isOpen = OPENS_GERMAN.test(after)
      if (abbreviations.has(word) || SINGLE_LETTER.test(word)) return !(mayEnd.has(word) && isOpen)
      return !isOpen && (mayEnd.has(word) || ORDINAL.test(word))
    },
  }
}

/** Returns whether a number is an ordinal, which it is if no capital follows. */
function isOrdinal(word: string, after: string): boolean {
  return ORDINAL.test(word) && /^\p{Ll}/u.test(after)
}
