/** Tests papers as text and in markup languages: their metadata, their sections, and the end of their body. */
import { describe, expect, test } from 'vitest'
import { htmlText } from '../../../ingest/adapters/html-text.ts'
import { readMarked, readMarkedWell } from '../../fixtures/read-marked.ts'

const JATS = `<?xml version="1.0"?>
<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) v1.2//EN" "JATS-archivearticle1.dtd" [<!ENTITY x SYSTEM "file:///etc/passwd">]>
<article article-type="research-article" xml:lang="en"><front>
<journal-meta><journal-title-group><journal-title>Journal of Bark</journal-title></journal-title-group></journal-meta>
<article-meta><article-id pub-id-type="doi">10.5555/JB.1</article-id>
<title-group><article-title>Lupeol from the <italic>bark</italic></article-title></title-group>
<contrib-group><contrib contrib-type="author"><name><surname>Marchetti</surname><given-names>Inés</given-names></name></contrib>
<contrib contrib-type="editor"><name><surname>Nobody</surname><given-names>N.</given-names></name></contrib>
<contrib contrib-type="author"><collab>The Bark Consortium</collab></contrib></contrib-group>
<pub-date pub-type="ppub"><year>2017</year></pub-date><pub-date pub-type="epub"><year>2016</year></pub-date>
<volume>8</volume><issue>1</issue><fpage>7</fpage><lpage>10</lpage>
<abstract><p>The extract slowed the growth of cells.</p></abstract></article-meta></front>
<body><sec><title>Results</title><p>The IC<sub>50</sub> was 7.9 × 10<sup>−3</sup> mg/mL<sup><xref ref-type="bibr" rid="r1">1</xref>,<xref ref-type="bibr" rid="r2">2</xref></sup> &amp; stable.
<fig id="f1"><label>Fig 1</label><caption><p>Growth of cells.</p></caption></fig></p>
<sec><title>Toxicity</title><p>No toxicity was seen. &x;</p>
<table-wrap><table><tr><th>Dose</th><th>Alive</th></tr><tr><td>5</td><td>98 %</td></tr></table></table-wrap></sec></sec></body>
<back><ack><p>We thank nobody.</p></ack><ref-list><title>Literatur</title><ref id="r1"><mixed-citation>Doe J. Of trees. 2001.</mixed-citation></ref></ref-list></back></article>`

const TEI = `<?xml version="1.0" encoding="UTF-8"?><TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc>
<titleStmt><title level="a" type="main">Lupeol from the bark</title></titleStmt><sourceDesc><biblStruct><analytic>
<author><persName><forename type="first">Inés</forename><surname>Marchetti</surname></persName></author>
<idno type="DOI">10.5555/jb.1</idno></analytic><monogr><title level="j">Journal of Bark</title><imprint>
<biblScope unit="volume">8</biblScope><biblScope unit="issue">1</biblScope><biblScope unit="page" from="7" to="10"/>
<date type="published" when="2016-03-01"/></imprint></monogr></biblStruct></sourceDesc></fileDesc>
<profileDesc><abstract><div><p>The extract slowed the growth of cells.</p></div></abstract></profileDesc></teiHeader>
<text><body><div><head n="1">Results</head><p>The IC50 was 7.9 mg/mL <ref type="bibr" target="#b0">1</ref>.</p></div>
<div><head n="1.1">Toxicity</head><p>No toxicity was seen.</p></div></body>
<back><div type="references"><listBibl><biblStruct><analytic><title>Of trees</title></analytic></biblStruct></listBibl></div></back></text></TEI>`

const MARKED = [
  ['jats', JATS],
  ['tei', TEI],
] as const

describe.each(MARKED)('%s', (format, file) => {
  test('title, year, DOI, abstract and journal come from the marks and are sure', async () => {
    const { description } = await readMarkedWell(format, file)
    expect(description).toMatchObject({
      title: 'Lupeol from the bark',
      year: 2016,
      doi: '10.5555/jb.1',
      abstract: 'The extract slowed the growth of cells.',
      publication: { journal: 'Journal of Bark', volume: '8', issue: '1', pages: '7-10' },
      confidence: { title: 1, authors: 1, year: 1 },
    })
    expect(description.authors[0]).toBe('Inés Marchetti')
  })

  test.each([
    ['cut off', (whole: string) => whole.slice(0, -40), 'bad_xml'],
    [
      'nested without end',
      (whole: string) => whole.replace('<body>', `<body>${'<p>'.repeat(20_000)}`),
      'bad_xml',
    ],
    ['no XML', () => 'just words', 'bad_xml'],
    ['empty', () => '', 'empty_file'],
  ])('a file that is %s fails with a code', async (_, text, code) => {
    expect(await readMarked(format, text(file))).toMatchObject({ ok: false, code })
  })
})

const TEX = String.raw`\documentclass{article}
\newcommand{\tree}{Terminalia lacustris}
\title{Lupeol from the \emph{bark} of \tree}
\author{In\'es Marchetti\thanks{Corresponding} \\ University of Lakes \and Jane Doe}
\date{March 2016} % a comment {with a brace
\begin{document}
\maketitle
\begin{abstract}The extract slowed the growth of cells by 50\,\%.\end{abstract}
\section{Introduction}\label{sec:intro}
Bark is used~\cite{a,b} against swellings. As \citet{doe} showed, $\alpha$-amyrin is rare.

Second paragraph \footnote{Not this.}of it.
\subsection*{Trees}
\begin{itemize}\item Oak \item Ash\end{itemize}
\begin{figure}\includegraphics[width=3cm]{x.png}\caption{Growth of cells.}\end{figure}
\begin{verbatim}no code\end{verbatim}
\begin{thebibliography}{9}\bibitem{a} A. Author, \emph{Of trees}, 2001.\end{thebibliography}
\end{document}`

test('a paper in two languages is read whole, and the first abstract is the abstract', async () => {
  const translated =
    '<trans-abstract xml:lang="de"><p>Der Extrakt hemmte das Wachstum.</p></trans-abstract></article-meta>'
  const german = '<sec><title>Ergebnisse</title><p>Es wurde keine Giftigkeit beobachtet.</p></sec></body>'
  const { description, text } = await readMarkedWell(
    'jats',
    JATS.replace('</article-meta>', translated).replace('</body>', german),
  )
  expect(description.abstract).toBe('The extract slowed the growth of cells.')
  expect(text).toContain('Es wurde keine Giftigkeit beobachtet.')
})

describe('LaTeX', () => {
  test('is read with its sections, captions and references, without commands and comments', async () => {
    const { description, text, body, sections } = await readMarkedWell('latex', TEX)
    expect(description).toMatchObject({
      title: 'Lupeol from the bark of Terminalia lacustris',
      authors: ['Inés Marchetti', 'Jane Doe'],
      year: 2016,
      abstract: 'The extract slowed the growth of cells by 50 %.',
    })
    expect(sections.map(({ heading, level }) => [heading, level])).toEqual([
      ['Abstract', 1],
      ['Introduction', 1],
      ['Trees', 2],
      ['References', 1],
    ])
    expect(text).toContain(
      'Bark is used against swellings. As [doe] showed, α-amyrin is rare.\n\nSecond paragraph of it.',
    )
    expect(text).toContain('Oak\n\nAsh')
    expect(text).toContain('Growth of cells.')
    expect(text).toContain('A. Author, Of trees, 2001.')
    expect(body).not.toContain('A. Author')
    expect(text).not.toMatch(/\\|no code|Not this|comment|[{}]/)
  })

  test.each([
    ['braces without end', '{'.repeat(200_000)],
    ['commands without end', '\\section{'.repeat(50_000)],
    ['environments without end', '\\begin{figure}'.repeat(50_000)],
    ['a macro of itself', '\\newcommand{\\a}{\\a\\a\\a} \\a some words'],
  ])('%s is read in the end', async (_, tex) => {
    expect(await readMarked('latex', `\\begin{document}Words. ${tex}\\end{document}`)).toMatchObject({
      ok: true,
    })
  })
})

const PAGE = `<!DOCTYPE html><html><head><title>Site | Bark</title>
<meta name="citation_title" content="Of bark and its uses"><meta name="citation_author" content="Marchetti, Ines">
<meta name="citation_publication_date" content="2016/03/01"><meta name="citation_doi" content="doi:10.5555/b.1">
<style>p{}</style></head><body><nav><a href="/">Home</a></nav>
<main><h1>Of bark   and its uses</h1><script>var a = "<p>no</p>"</script>
<h2>Abstract</h2><p>It is <i>useful</i>,<br>they say &amp; show. The bark of the tree was extracted with methanol, and the extract slowed the growth of cells.</p>
<div hidden>secret</div><h2>1 Results</h2><ul><li>One</li><li>Two</li></ul>
<table><tr><th>Sample</th><td>18.4</td></tr></table></main><footer>Imprint</footer></body></html>`

describe('HTML', () => {
  test('is described by its marks and headings', async () => {
    const { description, sections } = await readMarkedWell('html', PAGE)
    expect(description).toMatchObject({
      title: 'Of bark and its uses',
      authors: ['Ines Marchetti'],
      year: 2016,
      doi: '10.5555/b.1',
      abstract: expect.stringMatching(/^It is useful, they say & show\. .* cells\.$/),
    })
    expect(sections.map(({ heading }) => heading)).toContain('1 Results')
  })

  test('that nests without end is read', () => {
    expect(htmlText(`${'<div>'.repeat(20_000)}deep`).text).toBe('deep')
  })
})

test('Latin 1 is read without its control characters', async () => {
  const { text } = await readMarkedWell('text', Buffer.from('R\xe9sum\xe9 of\x0b a\r\nstudy\fnext', 'latin1'))
  expect(text).toBe('Résumé of a\nstudy\n\nnext')
})

test.for([
  ['no bytes', 'empty_file', 'text', ''],
  ['only blanks', 'empty_file', 'markdown', ' \n'],
  ['HTML of scripts', 'no_text', 'html', '<script>1</script>'],
  ['Markdown of front matter', 'no_text', 'markdown', '---\na: b\n---\n'],
  ['a picture', 'bad_encoding', 'text', new Uint8Array([1, 2, 3, 0, 0, 0, 255])],
  ['a bad record', 'bad_record', 'jsonl', '{'],
] as const)('%s fails with %s', async ([, code, format, bytes]) => {
  expect(await readMarked(format, bytes)).toMatchObject({ ok: false, code })
})
