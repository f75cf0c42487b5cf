/** What ends a sentence in languages other than English: their abbreviations, quotation marks, ordinal numbers, and stops without a space. */
import { knownLanguage } from './known-languages.ts'

export interface SentenceRules {
  /** As BOUNDARY of core/sentences.ts, its groups included. */
  readonly boundary: RegExp
  /** Marks in front of a sentence's first word that English does not have. */
  readonly opening: RegExp
  /** Whether the sentence goes on over the stop behind `word` (lower case, without it) with `after`. */
  readonly goesOn: (word: string, after: string) => boolean
}

/** Stops of Chinese and Japanese end a sentence wherever they stand, with the quotation marks that they close. */
const BOUNDARY =
  /([.!?…](?<![.!?…]{2})[.!?…]*(?:\s?»|["'"”“’)\]])*(?:\[\d[\d,–-]*\]|(?<=\p{L}[.!?]["”»)]?)\d{1,3}(?:[,–-]\d{1,3})*(?=\s+\p{Lu})|[⁰¹²³⁴-⁹]+(?:[,–-][⁰¹²³⁴-⁹]+)*)?)(\s+)|([。！？][。！？!?…]*[”’」』）》]*(?:\[\d[\d,–-]*\])?)|(\n\s*\n)/gu
const OPENING = /^[«„»‚¿¡「『（《]+\s?/u

/** Without their last stop, lower case. After these a sentence goes on, whatever follows. */
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
/** These end a sentence as often: they do where a word follows that opens one. */
const MAY_END: Readonly<Record<string, string>> = {
  deu: 'usw etc u.ä o.ä usf',
  fra: 'etc',
  spa: 'etc',
  por: 'etc',
  ita: 'ecc etc',
  nld: 'enz etc',
}
/** German sets every noun in capitals: after "3." and "z. B." only such words tell a new sentence. */
const OPENS_GERMAN =
  /^["„»(]*(?:Der|Die|Das|Dies\p{Ll}*|Ein\p{Ll}*|Es|Er|Sie|Wir|Im|In|Am|An|Auf|Aus|Bei|Beim|Bis|Da|Damit|Dabei|Dagegen|Daher|Danach|Dann|Darum|Denn|Doch|Durch|Für|Gegen|Hier\p{Ll}*|Ihr\p{Ll}*|Jede\p{Ll}*|Kein\p{Ll}*|Mit|Nach|Nur|Ob|Obwohl|Ohne|Seit|So|Somit|Über|Um|Unter|Unser\p{Ll}*|Von|Vor|Während|Weil|Wenn|Wie|Zu|Zum|Zur|Zwischen|Zwar|Auch|Als|Alle|Beide|Deshalb|Trotz\p{Ll}*|Insgesamt|Ferner|Außerdem|Zudem|Jedoch)\b/u
/** "am 3. Mai", "im 19. Jahrhundert": an ordinal number. */
const ORDINAL = /^(?:\d{1,2}|[ivx]{1,5})$/
const ORDINAL_LANGUAGES = new Set(['deu', 'dan', 'nob', 'fin', 'hun', 'tur'])
const SINGLE_LETTER = /^(?:\p{Ll}\.)*\p{Ll}$/u

const made = new Map<string, SentenceRules | null>()

/** Returns null for English and for a language that is not known: those of core/sentences.ts alone. */
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

/** A number that no capital follows but that of a month or a noun is taken for one. */
function isOrdinal(word: string, after: string): boolean {
  return ORDINAL.test(word) && /^\p{Ll}/u.test(after)
}
