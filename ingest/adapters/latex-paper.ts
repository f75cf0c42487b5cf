/** Reads LaTeX source as text: sections, paragraphs and captions, without figures, cross-references and layout. */
import type { Description } from '../../corpus/index.ts'
import {
  commandsOf,
  describeFields,
  latexToText,
  replaceCommands,
  replaceEnvironments,
  withoutComments,
} from '../formats/index.ts'
import { createMarkedText, type MarkedFailure, type MarkedPaper, type MarkedText } from './marked-text.ts'

const LEVELS: Readonly<Record<string, number>> = {
  part: 1,
  chapter: 1,
  section: 1,
  subsection: 2,
  subsubsection: 3,
  paragraph: 4,
}
const FLOATS = ['figure', 'table', 'wrapfigure', 'sidewaystable', 'algorithm', 'listing']
const LEFT_OUT = [
  'verbatim',
  'lstlisting',
  'tikzpicture',
  'comment',
  'tabular',
  'tabularx',
  'longtable',
  'minted',
  'CCSXML',
]
const DISPLAYS = ['equation', 'align', 'gather', 'multline', 'eqnarray', 'displaymath', 'math']
/** Commands that are dropped with their arguments. */
const DROPPED = [
  ...[
    'label',
    'cite',
    'citep',
    'parencite',
    'autocite',
    'footnote',
    'footnotetext',
    'thanks',
    'vspace',
    'hspace',
    'includegraphics',
  ],
  ...[
    'bibliography',
    'bibliographystyle',
    'input',
    'include',
    'maketitle',
    'tableofcontents',
    'setlength',
    'index',
    'nocite',
  ],
  ...[
    'ref',
    'eqref',
    'autoref',
    'cref',
    'Cref',
    'pageref',
    'title',
    'author',
    'date',
    'affil',
    'affiliation',
    'email',
    'keywords',
    'caption',
    'setcounter',
    'addcontentsline',
    'markboth',
    'pagestyle',
    'thispagestyle',
    'hypersetup',
    'orcid',
    'address',
    'institute',
    'titlerunning',
    'authorrunning',
  ],
]
const SIZES =
  /\\(?:centering|noindent|newpage|clearpage|small|large|Large|LARGE|huge|Huge|footnotesize|normalsize|scriptsize|bfseries|itshape|rmfamily|sffamily|ttfamily|raggedright|appendix|maketitle|hline|toprule|midrule|bottomrule|medskip|bigskip|smallskip|par(?![a-z]))(?![A-Za-z])/g
const MAX_CHARACTERS = 30_000_000

/** Reads the whole source in `bytes`, with its included files already inserted. */
export function latexPaper(bytes: Uint8Array): MarkedPaper | MarkedFailure {
  const source = new TextDecoder().decode(bytes)
  if (source.length > MAX_CHARACTERS) return { code: 'too_large', detail: 'The source is too long.' }
  const tex = withMacros(withoutComments(source))
  const [, body = tex] = /\\begin\s*\{document\}([\s\S]*?)(?:\\end\s*\{document\}|$)/.exec(tex) ?? []
  const known = knownOf(tex, body)
  const text = createMarkedText()
  text.paragraph(known.title ?? '')
  text.paragraph((known.authors ?? []).join(', '))
  if (known.abstract !== undefined) {
    text.heading('Abstract', 1)
    text.paragraph(known.abstract)
  }
  const references: string[] = []
  const rest = replaceEnvironments(
    replaceEnvironments(body, ['abstract'], () => ''),
    ['thebibliography'],
    (inside) => {
      references.push(...inside.split(/\\bibitem\b/).slice(1))
      return ''
    },
  )
  addSections(text, rest)
  text.endBody()
  if (references.length > 0) text.heading('References', 1)
  for (const each of references) text.paragraph(plain(each.replace(/^\s*(?:\[[^\]]*\])?\s*\{[^}]*\}/, '')))
  const { text: whole, ...places } = text.end()
  return { text: whole, known: { ...known, ...places } }
}

function addSections(text: MarkedText, body: string): void {
  const headings = commandsOf(body, Object.keys(LEVELS), 1).filter(({ args }) => args.length === 1)
  addParagraphs(text, body.slice(0, headings[0]?.start ?? body.length))
  for (const [at, { name, args, end }] of headings.entries()) {
    text.heading(plain(args[0] ?? ''), LEVELS[name] ?? 1)
    addParagraphs(text, body.slice(end, headings[at + 1]?.start ?? body.length))
  }
}

function addParagraphs(text: MarkedText, tex: string): void {
  const captions: string[] = []
  const running = replaceEnvironments(tex, FLOATS, (inside) => {
    captions.push(...commandsOf(inside, ['caption'], 1).map(({ args }) => args[0] ?? ''))
    return ''
  })
  for (const part of running.split(/\n[ \t]*\n|\\item\b|\\par(?![A-Za-z])/)) text.paragraph(plain(part))
  for (const caption of captions) text.paragraph(plain(caption))
}

/** Returns running text without LaTeX commands. */
function plain(tex: string): string {
  const shown = replaceEnvironments(
    replaceEnvironments(tex, LEFT_OUT, () => ' '),
    DISPLAYS,
    (inside) => ` ${inside} `,
  )
  const linked = replaceCommands(shown, ['href'], 2, ({ args }) => args[1] ?? '')
  const cited = replaceCommands(
    linked,
    ['citet', 'textcite', 'citeauthor'],
    1,
    ({ args }) => `[${args[0] ?? ''}]`,
  )
  const kept = replaceCommands(cited, DROPPED, 1, () => '')
  const simple = kept
    .replace(/\\(?:begin|end)\s*\{[^}]*\}(?:\[[^\]]*\])?/g, ' ')
    .replace(SIZES, ' ')
    .replace(/\\[[\]()]/g, ' ')
    .replace(/\\\\(?:\[[^\]]*\])?/g, ' ')
    .replace(/(?<!\\)&/g, ' ')
  return latexToText(simple)
    .replace(/\s+([.,;:)])/g, '$1')
    .trim()
}

const MACROS = ['newcommand', 'renewcommand', 'providecommand']
const MAX_MACRO_CHARACTERS = 300

/** Expands macros without arguments; a macro with arguments stays, and its name is removed later. */
function withMacros(tex: string): string {
  const macros = new Map<string, string>()
  const rest = replaceCommands(tex, MACROS, 2, ({ args: [name = '', body = ''] }) => {
    const word = /^\s*\\([A-Za-z]+)\s*$/.exec(name)?.[1]
    if (word !== undefined && body.length <= MAX_MACRO_CHARACTERS && !/#\d/.test(body)) macros.set(word, body)
    return ''
  })
  // Expanded once: a macro within a macro stays a command, so that no text grows without end.
  return rest.replace(/\\([A-Za-z]+)(?:\{\}|(?![A-Za-z]))/g, (whole, name: string) => {
    const body = macros.get(name)
    return body === undefined ? whole : body
  })
}

function knownOf(tex: string, body: string): Partial<Description> {
  const first = (...names: string[]) =>
    commandsOf(tex, names, 1).find(({ args }) => args.length > 0)?.args[0] ?? ''
  let abstract = plain(first('abstract'))
  replaceEnvironments(body, ['abstract'], (inside) => {
    abstract = plain(inside)
    return ''
  })
  return describeFields({
    title: plain(first('title').replace(/\\\\/g, ' ')),
    authors: authorsOf(commandsOf(tex, ['author'], 1).map(({ args }) => args[0] ?? '')),
    abstract,
    year: /\b(?:19|20)\d\d\b/.exec(first('date', 'year', 'acmYear', 'pubyear'))?.[0],
    doi: /10\.\d{4,9}\/[^\s{}]+/.exec(first('doi', 'acmDOI'))?.[0].toLowerCase(),
    journal: plain(first('journal')),
  })
}

const NO_NAME =
  /[\d@]|\b(?:universit|institut|department|school|laborator|college|center|centre|faculty|inc\b|email)/i

/** Returns the names before `\and`, commas and line ends, without addresses, which follow on separate lines. */
function authorsOf(fields: readonly string[]): string[] {
  return fields
    .flatMap((field) => field.split(/\\(?:and|And|AND)(?![A-Za-z])/))
    .flatMap((part) => (part.split('\\\\')[0] ?? '').split(/,|\band\b/))
    .map((name) =>
      plain(
        replaceCommands(
          name,
          ['thanks', 'inst', 'footnotemark', 'textsuperscript', 'orcidlink'],
          1,
          () => '',
        ).replace(/\$[^$]*\$/g, ''),
      ),
    )
    .filter((name) => /^\p{L}/u.test(name) && name.split(' ').length <= 5 && !NO_NAME.test(name))
}
