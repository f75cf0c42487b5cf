/**
 * The published prompts name three functions and make local search the first step. Which of this stays where an agent has not all of them?
 * Lines of a function or a step that is not there are left out, the others are put in the order in which they can be followed, and renumbered;
 * with all functions the text is the published one.
 */
import type { AgentTools } from '../ports.ts'

/** What an agent's prompts may promise. Functions are called by code: without it there are none. */
export interface PromptTools extends AgentTools {
  /** Default true. */
  readonly runsCode?: boolean
}

type Offer = (tools: PromptTools) => boolean

const code: Offer = ({ runsCode = true }) => runsCode
const corpus: Offer = (tools) => code(tools) && tools.searchesCorpus
const web: Offer = (tools) => code(tools) && tools.searchesWeb
const either: Offer = (tools) => corpus(tools) || web(tools)

const EVALUATE_STEP = /^- Step \d: Evaluate and Supplement/
const WEB_STEP = /^- Step \d: Web Search & Parse/

/** What belongs to a function. Each begins a line of the help or an example of the prefix. */
const PARTS: readonly (readonly [RegExp, Offer])[] = [
  [/^You can solve the problem with the help/, code],
  [/^\d\. search_local_documents\(/, corpus],
  [/^\d\. web_(?:search|parse)\(/, web],
  [/^Your workflow for solving the problem/, either],
  [/^- Step \d: Local Document Search/, corpus],
  [EVALUATE_STEP, either],
  [WEB_STEP, web],
  [/^- A web search may come back empty/, web],
  [/^\d\. If I want to use the function of search_local_documents/, corpus],
  [/^\d\. If I want to use the function of web_/, web],
  [/^\d\. If I want to do computation/, code],
]
/** What the lines that stay say of the functions that are not there. */
const WORDS: readonly (readonly [string, string, Offer])[] = [
  [
    'After receiving results from `search_local_documents`, evaluate',
    'After receiving results, evaluate',
    corpus,
  ],
  ['After your initial local search, use `web_search`', 'Use `web_search`', corpus],
  [
    ' There are also several integrated functions that can be used to help you solve the problem. The available functions are:',
    '',
    either,
  ],
  [
    'There are also several integrated functions that can be used to help you solve the problem. The available functions are:',
    'There is also an integrated function that can be used to help you solve the problem. The available function is:',
    web,
  ],
  ['with web functions and code', 'with code', web],
  ['with web functions ', '', web],
  [' and with a search for what can be looked up', '', either],
  [', with code for what can be calculated', '', code],
  [' with code', '', code],
  [' together with writing python code in <code></code> format', '', code],
  [' For example', '', code],
  ['Each time you write code put the code into <code></code> snippet. Put', 'Put', code],
]
const EXAMPLE_NUMBER = /^\d\. (?=If I want)/gm
const NUMBERS = [/^\d(?=\. (?:search_local|web_))/gm, /(?<=^- Step )\d/gm, /^\d(?=\. If I want)/gm]

/** A task with the functions and steps that are there. */
export function taskFor(tools: PromptTools, task: string): string {
  return edited(tools, followed(tools, task.split(/(?<=\n)/)))
}

/** The prefix with the examples of the functions that are there. */
export function prefixFor(tools: PromptTools, prefix: string): string {
  return edited(tools, prefix.split(/^(?=\d\. If I want|Now, )/m))
}

/** `''` where all functions are there, so that the prompt is the published one; else what a name gets. */
export function toolsSuffix(tools: PromptTools): string {
  if (!code(tools)) return '-code'
  return `${corpus(tools) ? '' : '-corpus'}${web(tools) ? '' : '-web'}`
}

/** What is evaluated after the local search is, without one, what the web has brought. */
function followed(tools: PromptTools, lines: readonly string[]): readonly string[] {
  const evaluate = lines.findIndex((line) => EVALUATE_STEP.test(line))
  const search = lines.findIndex((line) => WEB_STEP.test(line))
  if (corpus(tools) || !web(tools) || evaluate < 0 || search < evaluate) return lines
  return [
    ...lines.slice(0, evaluate),
    ...lines.slice(evaluate + 1, search + 1),
    ...lines.slice(evaluate, evaluate + 1),
    ...lines.slice(search + 1),
  ]
}

function edited(tools: PromptTools, pieces: readonly string[]): string {
  const left = pieces.filter((piece) => PARTS.every(([part, isThere]) => !part.test(piece) || isThere(tools)))
  const worded = WORDS.reduce(
    (text, [said, instead, isThere]) => (isThere(tools) ? text : text.replace(said, instead)),
    left.join(''),
  )
  return unnumbered(NUMBERS.reduce(renumbered, worded))
}

function renumbered(text: string, number: RegExp): string {
  let count = 0
  return text.replace(number, () => String(++count))
}

/** One example is no list. */
function unnumbered(text: string): string {
  return (text.match(EXAMPLE_NUMBER)?.length ?? 0) > 1 ? text : text.replace(EXAMPLE_NUMBER, '')
}
