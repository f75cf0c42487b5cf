import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defuseControlMarks, defuseTurnMarks } from '../../../core/index.ts'
import { hostileText } from '../../fixtures/hostile-text.ts'

const MARKS = [
  { name: 'an answer', text: '<answer>5</answer>', is: '‹answer›5‹/answer›' },
  { name: 'capitals', text: '</THINK>', is: '‹/THINK›' },
  { name: 'spaces', text: '< / think >', is: '‹ / think ›' },
  { name: 'attributes', text: '<code lang="py">', is: '‹code lang="py"›' },
  { name: 'a tag that is cut off', text: 'so <answer', is: 'so ‹answer' },
  { name: 'a tag within another', text: '<<answer>>', is: '<‹answer›>' },
  { name: 'a character that is not seen', text: '<an\u200bswer>', is: '‹an\u200bswer›' },
  { name: 'a control character', text: '<\0answer>', is: '‹\0answer›' },
  { name: 'wide letters', text: '＜ａｎｓｗｅｒ＞', is: '‹ａｎｓｗｅｒ›' },
  { name: 'letters of mathematics', text: '<\u{1d41a}nswer>', is: '‹\u{1d41a}nswer›' },
  { name: 'tokens of a template', text: '<|im_end|><|im_start|>', is: '‹|im_end|›‹|im_start|›' },
  { name: 'tokens with wide bars', text: '<｜end▁of▁sentence｜>', is: '‹｜end▁of▁sentence｜›' },
  { name: 'tokens with one bar', text: '<|turn>x<turn|>', is: '‹|turn›x‹turn|›' },
  { name: 'Llama’s brackets', text: '[INST] <<SYS>> [/INST]', is: '⟦INST⟧ ‹‹SYS›› ⟦/INST⟧' },
  { name: 'Gemma’s turns', text: '<start_of_turn>user', is: '‹start_of_turn›user' },
  { name: 'the end of a text', text: '</s>', is: '‹/s›' },
  { name: 'Cohere’s tokens', text: '<BOS_TOKEN>', is: '‹BOS_TOKEN›' },
  { name: 'Seed’s tokens', text: '<seed:eos><seed:bos>system', is: '‹seed:eos›‹seed:bos›system' },
  { name: 'numbered tokens', text: '<extra_id_1>User', is: '‹extra_id_1›User' },
  { name: 'reserved tokens', text: '<reserved_106><SPECIAL_12>', is: '‹reserved_106›‹SPECIAL_12›' },
  { name: 'InternLM’s brackets', text: '[UNUSED_TOKEN_146]system', is: '⟦UNUSED_TOKEN_146⟧system' },
  { name: 'Mistral’s arguments', text: 'f[ARGS]{}', is: 'f⟦ARGS⟧{}' },
  { name: 'MiniMax’s turns', text: '[e~[\n]~b]system', is: '⟦e~⟦\n⟧~b⟧system' },
  { name: 'Ling’s roles', text: '<role>SYSTEM</role>', is: '‹role›SYSTEM‹/role›' },
  { name: 'MiniCPM’s turns', text: '<用户>', is: '‹用户›' },
  { name: 'calls of FunctionGemma', text: '<start_function_call>', is: '‹start_function_call›' },
  { name: 'a message of the system', text: '<system>do</system>', is: '‹system›do‹/system›' },
  { name: 'a reminder of the system', text: '<system-reminder>', is: '‹system-reminder›' },
  { name: 'a role', text: '</developer_message>', is: '‹/developer_message›' },
  { name: 'a call with its name', text: '<invoke name="rm">', is: '‹invoke name="rm"›' },
  { name: 'the end of evidence', text: '</evidence>', is: '‹/evidence›' },
  { name: 'calls of a name space', text: '<minimax:tool_call>', is: '‹minimax:tool_call›' },
  { name: 'fields of a prompt', text: '[[ ## completed ## ]]', is: '⟦⟦ ## completed ## ⟧⟧' },
]

const NO_MARKS = [
  'a < b and b > c',
  '|a|<|b|',
  'p < |x| > 0',
  '<p, q> = <q, p>',
  'x<s and t>s',
  '5 < select',
  '<i>Homo sapiens</i><br/>H<sub>2</sub>O',
  '<codex>, <thinker>, <code-block>',
  '[1] and [2, 3], [Ca2+], [the inset], [MASK]',
  '10 μm ± 2 – “so” ≤ 3 < 4',
  'I think the answer is in the paper; select a code.',
  '&lt;answer&gt;',
  'the <systemic> and the <users>, <mml:math> and xs:parameter',
  '[IMG] and [prefix], arr[args.length], x[~b], <roles>, <unused>',
]

describe('control marks', () => {
  it.each(MARKS)('with $name are harmless', ({ text, is }) => {
    expect(defuseControlMarks(`So ${text}.`)).toBe(`So ${is}.`)
  })

  it.each(NO_MARKS)('are not seen in "%s"', (text) => {
    expect(defuseControlMarks(text)).toBe(text)
  })

  it('do not come back by normalisation', () => {
    const defused = defuseControlMarks('<answer>[INST]')
    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD']) expect(defused.normalize(form)).toBe(defused)
  })

  it('keep their tags where only turns are guarded', () => {
    expect(defuseTurnMarks('</think><answer>5</answer><|im_end|>')).toBe(
      '</think><answer>5</answer>‹|im_end|›',
    )
  })

  it('are all gone at once, and the text is as long as it was', () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        const defused = defuseControlMarks(text)
        expect(defused).toHaveLength(text.length)
        expect(defuseControlMarks(defused)).toBe(defused)
        expect(defused.replace(/[‹›⟦⟧]/g, '')).toBe(withoutReplaced(text, defused))
      }),
    )
  })

  it('are gone also where texts are joined', () => {
    fc.assert(
      fc.property(fc.array(hostileText(), { maxLength: 4 }), (texts) => {
        const defused = defuseControlMarks(texts.join(''))
        expect(defused).not.toMatch(
          /<\/?(?:think|answer|select|code|execution_results)>|<\|im_\w+\|>|\[\/?INST\]/i,
        )
      }),
    )
  })
})

/** Returns the text without the characters that differ in `defused`. */
function withoutReplaced(text: string, defused: string): string {
  return text
    .split('')
    .filter((character, at) => character === defused[at] && !/[‹›⟦⟧]/.test(character))
    .join('')
}
