/** Words that are no name by themselves and neither open nor close one. The recipe's list; tests hold it to the letter. */

const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'the a an he she it they his her its their we our you your i in on at as after before during from by for when while ' +
    'this that these those there however although and or but if then than so what who whom whose which where why how is ' +
    'are was were be been did do does has have had can could would will shall should may might must not no yes both all ' +
    'many most some several other also since until with without within between under over into through about one two ' +
    'three first second because despite following according including today later born'
  ).split(' '),
)

export function isStopWord(canonicalWord: string): boolean {
  return STOP_WORDS.has(canonicalWord)
}
