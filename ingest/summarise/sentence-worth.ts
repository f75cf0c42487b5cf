/** How much a sentence says by itself, from its wording alone: quantities, results and definitions against dangling words. */

/** Weights are chosen, not measured; centrality runs from 0 to 1 beside them. */
const CUES: readonly { readonly pattern: RegExp; readonly weight: number }[] = [
  // Quantities with a unit, percentages, significance, intervals.
  {
    pattern:
      /\d\s?(?:%|‰|[µμmnk]?[MgLl]\b|[µμ]|°|mg|kg|ml|nm|mm|cm|kb|bp|kDa|Da\b|fold|times|days?|weeks?|months?|years?|h\b|min\b|patients|participants)|\b[pP]\s?[<=>≤]|\bCI\b|±/u,
    weight: 0.15,
  },
  {
    pattern:
      /\b(?:we|results?|data|findings?|studies|analys[ei]s|evidence|here)\b[^.]{0,60}\b(?:find|found|show|showed|shown|demonstrate[ds]?|reveal(?:ed|s)?|indicate[ds]?|suggest(?:ed|s)?|conclude[ds]?|identif(?:y|ied|ies)|observed?|report(?:ed)?|confirm(?:ed|s)?|establish(?:ed)?)\b/i,
    weight: 0.15,
  },
  {
    pattern:
      /\b(?:increase[ds]?|decrease[ds]?|reduce[ds]?|inhibit(?:ed|s)?|induce[ds]?|promote[ds]?|impair(?:ed|s)?|prevent(?:ed|s)?|activate[ds]?|higher|lower|greater|significant(?:ly)?|associated with|correlate[ds]?|required for|essential for|leads? to|results? in|causes?|due to|depends? on)\b/i,
    weight: 0.1,
  },
  {
    pattern: /\b(?:is|are) (?:an?|the|defined as|known as|one of)\b|\brefers? to\b|\btermed\b/i,
    weight: 0.1,
  },
  {
    pattern: /\b(?:in conclusion|we conclude|in summary|taken together|conclusions?:|interpretation:)/i,
    weight: 0.1,
  },
  // Aims and plans of the text itself state nothing about the world.
  {
    pattern:
      /\b(?:aims? (?:of|to)|aimed to|objectives?|the purpose of|we sought|remains? (?:unclear|unknown|to be)|is discussed|are discussed|we (?:discuss|review|describe)|this (?:paper|article|review|section|chapter)|organi[sz]ed as follows|in the next section|future work)\b/i,
    weight: -0.2,
  },
  {
    pattern:
      /\b(?:fig(?:ure)?s?\.?|tables?|eqs?\.?|equations?|schemes?|supplementary|appendix)\s*\(?[S\dIVX]/i,
    weight: -0.2,
  },
  {
    pattern: /\b(?:see|above|below|following|previously|aforementioned|the (?:former|latter))\b/i,
    weight: -0.1,
  },
  { pattern: /\bet al\b|\(\s*(?:19|20)\d\d\s*\)/, weight: -0.15 },
  { pattern: /(?:\[\d+(?:[,–-]\s?\d+)*\].*){2}|\?$/, weight: -0.15 },
]

// The first word points at a sentence before this one.
const POINTS_BACK =
  /^["'“(]*(?:it|its|they|their|them|these|those|this|that|such|he|she|his|her|here|both|neither|either|the (?:former|latter|same|other|second|third|above|resulting|latter)|one of (?:these|them)|another|other|others|all (?:of )?(?:these|them)|each (?:of|one)|none of)\b/i
const LINKS_BACK =
  /^["'“(]*(?:however|moreover|furthermore|in addition|additionally|also|thus|therefore|hence|consequently|in contrast|conversely|similarly|likewise|instead|nevertheless|nonetheless|besides|indeed|in turn|by contrast|as a (?:result|consequence)|on the other hand|accordingly|then|but|and|or|yet|so|for (?:example|instance)|in particular|specifically|finally|subsequently|second(?:ly)?|third(?:ly)?|again|still|meanwhile|otherwise|rather|interestingly|surprisingly)\b/i

const REACHES_BACK =
  /^["'“(]*(?:in|on|by|for|from|with|at|under|to|of|based on|despite|given|among|using)\s+(?:this|these|that|those|both|such|them|it)\b(?!\s+(?:study|paper|work|review|article|report|trial|analysis|research|investigation)\b)/i

export type Standing = 'alone' | 'linked' | 'dangling'

/** `dangling` sentences are not understood without the one before; `linked` ones are, though they continue it. */
export function standingOf(sentence: string): Standing {
  if (REACHES_BACK.test(sentence)) return 'dangling'
  if (
    POINTS_BACK.test(sentence) &&
    !/^["'“(]*it (?:is|was|has been|remains|appears) \w+ (?:that|to|whether)\b/i.test(sentence)
  )
    return 'dangling'
  if (LINKS_BACK.test(sentence)) {
    const rest = sentence.replace(LINKS_BACK, '').replace(/^[,\s]+/, '')
    return POINTS_BACK.test(rest) ? 'dangling' : 'linked'
  }
  return 'alone'
}

/** Sum of the cues that the sentence holds; about -0.6 to 0.6. */
export function worthOf(sentence: string): number {
  let worth = 0
  for (const { pattern, weight } of CUES) if (pattern.test(sentence)) worth += weight
  return worth
}
