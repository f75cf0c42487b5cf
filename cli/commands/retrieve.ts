/** `gloss retrieve TEXT`: ranked units with their sources and scores. */

import type { Command } from 'commander'
import {
  type AnswerHit,
  AskedKindShape,
  askedCorpora,
  DEFAULT_FUSION,
  FUSION_NAMES,
  type RetrieveAnswer,
  type RetrieveRequest,
  type SearchedCorpora,
} from '../../app/wiring/index.ts'
import { defined } from '../../core/index.ts'
import { withBackendOption } from '../backend-option.ts'
import {
  type CommonOptions,
  type Context,
  withCommonOptions,
  withContext,
  withRankingOptions,
} from '../context.ts'
import { markedLines, markOptions } from '../marked-text.ts'
import { decimalNumber, joined, oneOf, wholeNumber } from '../options.ts'
import { counted, type Output } from '../output.ts'
import { inOneLine } from '../terminal-text.ts'
import { explainLines, statementLines, unitsOnPaths } from './explain-report.ts'
import { type FilterOptions, filterOf, withFilterOptions } from './filter-options.ts'

interface RetrieveOptions
  extends CommonOptions,
    Omit<FilterOptions, 'kind'>,
    Omit<RetrieveRequest, 'query' | 'filter' | 'isPlain'> {
  readonly kind?: (typeof AskedKindShape.options)[number]
}

const DEFAULT_HITS_SHOWN = 5
const INDENT = '   '

export function addRetrieveCommand(program: Command): void {
  const command = withRankingOptions(withCommonOptions(program.command('retrieve')))
    .description('Find the units and passages that best answer a question.')
    .argument('<text...>', 'the question', joined)
    .option('-k, --k <n>', `number of hits (default: ${DEFAULT_HITS_SHOWN})`, wholeNumber('--k', 1, 1000))
  withBackendOption(command)
    .option(
      '--fusion <name>',
      `how hybrid combines BM25 and cosine: ${FUSION_NAMES.join(', ')} (default: ${DEFAULT_FUSION})`,
      oneOf('--fusion', FUSION_NAMES),
    )
    .option(
      '--explain',
      'explain each hit: matching words, and names with their share of the score and their path',
    )
    .option('--one-per-paper', 'only the best hit of each paper')
    .option(
      '--min-score <score>',
      'only hits with at least this score, on the scale of the backend',
      decimalNumber('--min-score', 0, 1_000),
    )
  withFilterOptions(command, AskedKindShape.options).action(withContext(retrieve))
}

async function retrieve(
  query: string,
  options: RetrieveOptions,
  { gloss, output, signal }: Context,
): Promise<void> {
  const { k = DEFAULT_HITS_SHOWN, backend, fusion, explain, onePerPaper, minScore } = options
  const session = await askedCorpora(gloss)
  const filter = filterOf(options)
  const papers = filter?.papers === undefined ? {} : { papers: await session.paperIds(filter.papers) }
  const answer = await session.retrieve(
    {
      query,
      k,
      ...(filter === undefined ? {} : { filter: { ...filter, ...papers } }),
      ...defined({ backend, fusion, explain, onePerPaper, minScore }),
    },
    signal,
  )
  if (!output.isJson) await print(answer, session, explain === true, output)
  output.object(answer)
}

async function print(
  answer: RetrieveAnswer,
  session: SearchedCorpora,
  isExplained: boolean,
  output: Output,
): Promise<void> {
  const { hits, backend, corpus, tookMs } = answer
  if (hits.length > 0 && !answer.answerable)
    output.line('Your papers do not seem to say anything about this. The closest hits:')
  if (answer.note !== undefined) output.line(answer.note)
  const texts = isExplained ? await session.unitTexts(unitsOnPaths(hits)) : new Map<string, string>()
  for (const hit of hits)
    for (const line of hitLines(hit, isExplained ? explainLines(hit, texts) : null)) output.line(line)
  for (const line of statementLines(hits)) output.line(line)
  if (hits.length === 0) output.line('No results. `gloss papers` lists the papers in the corpus.')
  output.line(
    `${counted(hits.length, 'hit')} from corpus "${corpus}" by backend ${backend}${answeredBy(answer)} in ${tookMs.toFixed(1)} ms.`,
  )
}

/** Returns the lines of a hit. Without `reasons`, which an explained hit has, its scores follow its id. */
function hitLines(hit: AnswerHit, reasons: readonly string[] | null): string[] {
  const {
    rank,
    text,
    sentence,
    title,
    locator,
    year,
    kind,
    statement,
    unit,
    score,
    joined,
    why,
    doubtful = [],
  } = hit
  const place = [title, locator, String(year ?? '')].filter((part) => part !== '')
  const scores = [
    ...(why.words === undefined ? [] : [`words ${why.words.toFixed(2)}`]),
    ...(why.cosine === undefined ? [] : [`cosine ${why.cosine.toFixed(3)}`]),
  ]
  const more = joined.length === 0 ? [] : [`${counted(joined.length, 'lower hit')} of the same place`]
  const lines = markedLines(text, sentence.text, markOptions(process.stdout, INDENT))
  return [
    `${rank}. ${lines.join('\n').slice(INDENT.length)}`,
    ...(place.length === 0 ? [] : [inOneLine(`   ${place.join(' · ')}`)]),
    `   ${[`${statement ?? kind} ${unit}`, `score ${score.toFixed(3)}`, ...(reasons === null ? scores : []), ...more].join(' · ')}`,
    ...(doubtful.length === 0 ? [] : [inOneLine(`   read with uncertainty: ${doubtful.join('; ')}`)]),
    ...(reasons ?? []),
  ]
}

/** Returns the name of the backend that `auto` or a fallback chose. */
function answeredBy({ by }: RetrieveAnswer): string {
  return by === undefined ? '' : ` (answered by ${by})`
}
