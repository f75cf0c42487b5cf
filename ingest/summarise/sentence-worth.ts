/** Rates how much a sentence says by itself from its wording: quantities, results and definitions versus plans, pointers and procedure. */
import { ENGLISH } from '../../core/index.ts'

/** Weights relative to centrality, which ranges from 0 to 1. Chosen by reading units of half of the labelled papers, not fitted. */
const CUES: readonly { readonly pattern: RegExp; readonly weight: number }[] = [
  // Quantities with a unit, percentages, ratios.
  {
    pattern:
      /\d\s?(?:%|‰|[µμmnkp]?[MgLlJWVNF]\b|[µμ]|°|◦|[µμ]?[mM]ol|mg|kg|ml|nm|mm|cm|km|kb|bp|k?Da\b|Hz|fold|times|hours?|days?|weeks?|months?|years?|h\b|min\b|s\b)|\d\s(?:\p{Ll}+\s){0,2}\p{Ll}{3,}s\b|\bof \d{2,}\b|\b\d+\s?(?:\/|in|of|out of)\s?\d+\b|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|half|third|quarter)\b.{0,12}\b(?:million|billion|percent|thirds?|quarters?|of the|times)\b/u,
    weight: 0.2,
  },
  // Tests, intervals, effect sizes.
  {
    pattern:
      /\b[pP]\s?[<=>≤≥]|\b(?:CI|OR|RR|HR|AUC|SD|SEM|IQR|IC50|LC50|EC50|MIC|Ki|Kd|Km)\b|±|\b[rRFt]2?\s?=/u,
    weight: 0.15,
  },
  {
    pattern:
      /\b(?:we|results?|data|findings?|studies|study|trial|analys[ei]s|evidence|here|experiments?)\b[^.]{0,60}\b(?:find|found|show|showed|shown|demonstrate[ds]?|reveal(?:ed|s)?|indicate[ds]?|suggest(?:ed|s)?|conclude[ds]?|identif(?:y|ied|ies)|observed?|report(?:ed)?|confirm(?:ed|s)?|establish(?:ed)?|provides?|support(?:ed|s)?)\b/i,
    weight: 0.2,
  },
  {
    pattern:
      /\b(?:increase[ds]?|decrease[ds]?|reduce[ds]?|inhibit(?:ed|s)?|induce[ds]?|promote[ds]?|impair(?:ed|s)?|prevent(?:ed|s)?|activate[ds]?|improve[ds]?|outperform(?:ed|s)?|exceed(?:ed|s)?|higher|lower|greater|fewer|larger|smaller|better|worse|longer|shorter|faster|most|least|significant(?:ly)?|associated with|correlate[ds]?|required for|essential for|leads? to|resulted in|results? in|causes?|caused|due to|depends? on|ranged|no (?:significant )?(?:difference|effect|association|evidence))\b/i,
    weight: 0.15,
  },
  {
    pattern:
      /\b(?:is|are) (?:an?|the|defined as|known (?:as|to)|one of|composed of|found in|caused by|characteri[sz]ed by)\b|\brefers? to\b|\btermed\b|\b(?:consists?|belongs?|contains?|encodes?|causes?|affects?|occurs?|produces?)\b/i,
    weight: 0.1,
  },
  {
    pattern:
      /\b(?:in conclusion|we conclude|in summary|taken together|overall|conclusions?:|interpretation:)/i,
    weight: 0.15,
  },
  // Aims and plans of the text itself state nothing about the world.
  {
    pattern:
      /\b(?:^to (?!date)\p{Ll}+ |aims? (?:of|to|at)|aimed (?:to|at)|objectives?|the purpose of|we sought|we (?:aim|intend|plan|hope|continue to|propose to|hypothesi[sz]ed?)|areas? for (?:improvement|future)|is needed|are needed|\bhere,? we\b|presented here|forms? the basis|raises? questions|ongoing (?:controversy|debate)|we (?:introduce|propose|present)\b|needs? to be|should be (?:noted|considered|interpreted)|it (?:is|should be|must be) (?:important|worth|necessary|noted|interesting)|remains? (?:unclear|unknown|to be|controversial)|is (?:discussed|described|organi[sz]ed|structured)|are (?:discussed|described)|we (?:discuss|review|describe|recall)|this (?:paper|article|review|section|chapter|manuscript) (?:is|aims|presents|describes|discusses|reviews|was written)|(?:was|were) (?:investigated|evaluated|examined|assessed|undertaken|designed|conducted|carried out|performed|studied|chosen|selected|recorded)|in the (?:next|following) (?:sub)?sections?|(?:this|the) (?:paper|article|work|study|chapter|section|trial) will\b|we will\b|will (?:provide|help|allow|be (?:conducted|performed|published|registered|recorded|analy[sz]ed|assessed|evaluated|collected|measured))|future (?:work|stud|research|investigation)|further (?:stud|research|investigation|work))/iu,
    weight: -0.35,
  },
  // What was done, without its result.
  {
    pattern:
      /\b(?:(?:was|were) (?:then |subsequently |also |further )?(?:used|calculated|measured|determined|analy[sz]ed|performed|purchased|obtained|prepared|added|collected|divided|randomi[sz]ed|plotted|estimated|generated|transmitted|converted|processed|recruited|included|excluded|invited|asked|installed|marked|kept|housed|fed|placed|given|administered)|we (?:then |also |first |next )?(?:used|use|calculated|measured|analy[sz]ed|performed|collected|applied|employed|conducted|recruited|included|excluded|considered|assume[ds]?|define[ds]?|compute[ds]?|set))\b/i,
    weight: -0.15,
  },
  {
    pattern:
      /\b(?:was|were) (?:then |subsequently |also |further |first )?(?:incubated|washed|rinsed|diluted|centrifuged|stored|dissolved|quantified|verified|housed|weighed|dried|filtered|heated|cooled|mixed|stained|transferred|anaestheti[sz]ed|sacrificed|amplified|sequenced|extracted with|resuspended|checked|monitored|labelled|labeled)\b/i,
    weight: -0.35,
  },
  // Names of figures and tables, and references to other places in the text.
  {
    pattern:
      /(?:^|[^(])\b(?:fig(?:ure)?s?\.?|tables?|eqs?\.?|equations?|schemes?|appendix|supplementary)\s*\(?[S\dIVX]|\((?:\d+\.\d+|\d+)\) (?:by|and|or|with)\b|\b(?:supplement(?:ary|al)|electronic supplement|data not shown|see (?:also|section|below|above|ref))/i,
    weight: -0.25,
  },
  {
    pattern:
      /\b(?:above|below|sections? \d|RQ\d|the following|as follows|previously|aforementioned|mentioned|respective(?!ly)|the (?:former|latter)|section \d)\b/i,
    weight: -0.15,
  },
  {
    pattern:
      /\bet al\b|[;(]\s?(?:e\.g\.,? )?\p{Lu}[\p{L}’'-]+(?: (?:and|&) \p{Lu}[\p{L}’'-]+)?,? (?:19|20)\d\d/u,
    weight: -0.1,
  },
  { pattern: /(?:\[\d+(?:[,–-]\s?\d+)*\].*){2}/, weight: -0.1 },
  { pattern: /\?(?=\s|$)|\bhttps?:|\bCITE\b|\bTODO\b/, weight: -0.4 },
  // Consent, approval, registration, software.
  {
    pattern:
      /\b(?:informed consent|ethic(?:s|al)\b.{0,40}\b(?:committee|approv|clearance)|institutional (?:review|animal)|declaration of helsinki|clinical ?trials?(?:\.gov| regist)|statistical (?:software|package)|(?:SPSS|SAS|Stata|GraphPad|Minitab|MATLAB)\b.{0,30}\b(?:version|software|v\.?\s?\d|\d)|freely available|source code|github|package (?:version|ggplot)|R package)/i,
    weight: -0.5,
  },
]

// Matches first words that refer to an earlier sentence.
const POINTS_BACK =
  /^["'“(]*(?:it|its|they|their|them|these|those|this|that|such|he|she|his|her|here|both(?! \S+ and\b)|neither|either|similar(?:ly)?|the (?:table|figure|graph|plot|former|latter|same|other|others|second|third|above|resulting|remaining|rest|authors?|two|three|four|five|six|results? (?:are|is|were|was)|difference|differences|variation|reason)|one of (?:these|them)|another|other|others|some of (?:these|them)|most of (?:these|them)|all (?:of )?(?:these|them)|each (?:of|one)|none of|(?:some|most|many|all|several|few) (?:showed|revealed|exhibited|were|are|had|have|of (?:the|these|them))\b|only (?:one|two|three|these|those)|two of|three of)\b/i
const LINKS_BACK =
  /^["'“(]*(?:however|moreover|furthermore|further|in addition|additionally|also|thus|therefore|hence|consequently|in contrast|on the contrary|contrary to|conversely|similarly|likewise|instead|nevertheless|nonetheless|besides|indeed|in turn|by contrast|as a (?:result|consequence)|on the (?:other|one) hand|but on|accordingly|then|but|and|or|yet|so|because of (?:this|these)|for (?:example|instance|this)|in (?:particular|fact|other words|the same)|specifically|finally|subsequently|first(?:ly)?,|second(?:ly)?|third(?:ly)?|next|again|still|meanwhile|otherwise|rather|interestingly|surprisingly|notably|importantly|remarkably|unfortunately|previous,|more(?:over| recently)|following this|afterwards?|later|after (?:this|that|these)|once (?:this|these)|even|alternatively|first(?:ly)?\b.{0,3}|often|now|for the present|in (?:the|a|our) (?:first|second|third|former|latter|previous|next|last)|in that|clearly|obviously|evidently|for the (?:experimental|same|other)|.{1,25}, (?:on the other hand|however|therefore|thus|in contrast),?|of (?:these|those|them)|among (?:these|those|them)|below)\b/i

const REACHES_BACK =
  /^["'“(]*(?:in|on|by|for|from|with|at|under|to|of|based on|despite|given|among|using|because of|due to|unlike|like|as)\s+(?:this|these|that|those|both|such|them|it|the (?:latter|former|above))\b(?!\s+(?:study|paper|work|review|article|report|trial|analysis|research|investigation|meta-analysis)\b)/i
const EMPTY_IT = /^["'“(]*it (?:is|was|has been|remains|appears) \w+ (?:that|to|whether)\b/i
const THE_STUDY_ITSELF =
  /^["'“(]*(?:this|our) (?:study|paper|work|review|article|report|trial|analysis|research|meta-analysis)\b/i
// Arms, cases and criteria under a letter or number that another sentence explains.
const BY_LABEL =
  /\b[Tt]he [A-Z] (?:group|arm)|\b[A-Z]{2} and [A-Z]{2} (?:group|showed|were|had)|\b(?<!\()(?:[Gg]roups?|[Cc]ases?|[Ss]cenarios?|[Cc]riteri(?:on|a)|[Hh]ypothes[ei]s|[Cc]lusters?|[Ss]teps?|[Cc]onditions?|[Aa]rms?|[Cc]ohorts?|[Ss]ets?|[Ee]xperiments?|[Tt]reatments?) (?:[A-Z]|[IVX]+|\d)\b(?! (?:carcinogen|strepto))/u
// "Using the known clusters": a means that an earlier sentence introduced.
const KNOWN_MEANS =
  /^(?:using|combining|comparing|applying|adding|removing|excluding|including|replacing|considering) (?:the|our) \p{Ll}/iu
const TIME_AFTER = /^(?:\S+ ){1,3}(?:later|earlier|thereafter)\b/i
// "The protocol was approved", "The doses were": a bare noun that an earlier sentence introduced.
const BARE_SUBJECT =
  /^the (?!(?:\p{Ll}+ )?(?:results?|findings|data|evidence|study|trial|meta-analysis|literature)\b)(?:\p{Ll}+ ){1,2}(?:was|were|is|are|had|has|have|did|does|do|can|could|may|might|will|would|showed?|shows|gave|appears?|contained|consisted)\b/iu
const PERSISTS =
  /^.{0,80}\b(?:(?:thus|therefore|hence)\b|such (?!as\b|an? )\p{Ll}+|both (?:approaches|conditions|methods|groups|models|cases|arms|studies)\b|(?:this|these|those) (?!(?:\p{Ll}+ )?(?:study|paper|work|review|article|report|trial|analysis|research|investigation|meta-analysis)\b)\p{Ll}+)/u

/**
 * Returns whether a sentence can be understood without the one before it; only such a sentence may begin a unit. The main results of an
 * abstract are useful even with labels of groups.
 */
export function standsAlone(sentence: string, isAbstract = false): boolean {
  if (!isAbstract && BY_LABEL.test(sentence)) return false
  if (
    [REACHES_BACK, BARE_SUBJECT, LINKS_BACK, PERSISTS, KNOWN_MEANS, TIME_AFTER].some((pattern) =>
      pattern.test(sentence),
    )
  )
    return false
  return !POINTS_BACK.test(sentence) || EMPTY_IT.test(sentence) || THE_STUDY_ITSELF.test(sentence)
}

/** Openings that comment on a sentence, or link it to others, without referring to the content of the one before. */
const COMMENT =
  /^(?:interestingly|surprisingly|notably|importantly|remarkably|unfortunately|strikingly|of note|taken together|even|thus|therefore|hence|consequently|moreover|furthermore|additionally|in addition),?\s+(?=\S)/i
/** Openings that link the sentences of an abstract, each of which says what it is about. */
const LINK =
  /^(?:however|also|nevertheless|finally|in contrast|instead|specifically|in particular),?\s+(?=\S)/i

const OF_TWO = /^.{0,80}\b(?:the (?:latter|former)\b|such an? \p{Ll}+er\b)/u

/** Tests the same, more strictly, for the text of a whole paper, which offers more sentences. */
export function standsAloneInText(sentence: string, isAbstract: boolean): boolean {
  return standsAlone(sentence.replace(COMMENT, ''), isAbstract) && !OF_TWO.test(sentence)
}

export function withoutLink(sentence: string): string {
  return sentence.replace(COMMENT, '').replace(LINK, '')
}

/** Returns whether a sentence begins with a reference to the one before it: "It", "In this group". */
export function pointsBack(sentence: string): boolean {
  if (EMPTY_IT.test(sentence) || THE_STUDY_ITSELF.test(sentence)) return false
  return REACHES_BACK.test(sentence) || POINTS_BACK.test(sentence)
}

/** Quantities, tests and citations, which look alike in many languages. Chosen, not measured: other sentences are worth a little, too. */
const OTHER_CUES = [
  /\d\s?(?:%|‰|[°℃]|[µμmnkp]?[glLmMWVJ]\b)|\b\d{2,}\b/u,
  /\b[pP]\s?[<=>≤≥]|±|\b(?:CI|OR|RR|HR|SD)\b/u,
]
const WORTH_OF_CUE = 0.2
const WORTH_OF_SENTENCE = 0.05

/** Returns the sum of a sentence's cues, about -1 to 0.9; in languages other than English, only of cues without words. */
export function worthOf(sentence: string, language: string = ENGLISH): number {
  if (language !== ENGLISH)
    return OTHER_CUES.reduce((sum, cue) => sum + (cue.test(sentence) ? WORTH_OF_CUE : 0), WORTH_OF_SENTENCE)
  let worth = 0
  for (const { pattern, weight } of CUES) if (pattern.test(sentence)) worth += weight
  return worth
}
