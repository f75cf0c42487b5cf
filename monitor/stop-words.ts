/**
 * Stop words of the monitors, which ignore doubt about them, and of the queriers, which do not search for
 * them.
 */

const OF_GRAMMAR = `
  a about above across after again against all almost along already also although always am among an and
  another any anything are around as at away back be because been before being below between both but by
  came can cannot come comes could did do does doing done down during each either else end enough etc even
  ever every everything except far few for from further gave get gets give given gives go goes gone got
  had has have having he hence her here his how however i if in indeed instead into is it its itself just
  keep last least less let like likely made make makes making many me mean means might mine more most much
  must my near need needs neither never next no none nor not nothing now of off often on once one ones
  only onto or other others otherwise our out over own per put quite rather really same say second see
  seem seems set several shall she should since so some something still such take takes than that the
  their them then there therefore these they thing things this those though three through thus to together
  too toward two under unless until up upon us use used uses using usually very via was way we well went
  were what when where whether which while who whole whom whose why will with within without would yet you
  your first exactly actual actually
`

const OF_THINKING = `
  actual alternatively answer answers apply approach assume assumed assuming attempt basically believe
  calculate careful carefully case cases certain certainly check claim clear clearly compute conclude
  conclusion confident confirm confuse confused confusing consider contradict contradicts convinced
  correct correctly definitely depend depends derive detail details doubt doubtful double-check easy equal
  equals exact exactly explain expect fact facts familiar figure find fine forget forgot forgotten getting
  guess hence hmm hold idea important involve involved involves issue know known knows leave leaving let
  letter literature look looking main matter maybe memory mention mentioned mistake mistaken mixing name
  namely named needed now obvious obviously okay option options part perhaps plausible point possible
  possibly precise precisely presumably probably problem question quick quickly reasonable reasoning
  recall recalled remember remembered required right roughly rough scratch sense serves settle sort start
  step steps suppose sure talk tell term textbook think thinking thought true try trying turn turns
  uncertain understand unsure useful usual vague vaguely value verify wait want wanted wondering work
  works worth bit good head help hand keep mind seeing seen somewhere surely top versus write wrong simply
  simple kind following respectively don doesn didn isn wasn aren won couldn wouldn shouldn ve ll re
`

const OF_FORM = `
  a about after all also although an and any are as at be because been before being both but by can could
  did do does each either for from further had has have having he hence her here his how however i if in
  into is it its just let may might more most must my no nor not now of on one only or other our out over
  own per she should since so some such than that the their them then there therefore these they this
  those through thus to too under up us very was we well were what when where whether which while who
  whose why will with within without would yet you your actually first next okay ok hmm wait maybe perhaps
  alternatively
`

/** No paper is found by them: words of grammar, and those in which a model speaks of its own thinking. */
export const EMPTY_WORDS: ReadonlySet<string> = setOf(OF_GRAMMAR + OF_THINKING)

/** Their probability says nothing of the content: any of several would do in their place. */
export const FUNCTION_WORDS: ReadonlySet<string> = setOf(OF_FORM)

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/))
}
