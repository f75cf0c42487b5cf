/**
 * The worked examples of the seed (Figures 2 and 4) as scripts: a model that recalls a formula wrongly, or doubts a rule, and that takes up
 * what is put into its stream. The words are ours; what happens is the figures'.
 */
import type { Script, ScriptedRequest } from './scripted-llm/server.ts'

export interface WorkedExample {
  /** A corpus in the form of the published table: `name,year,locator,topic,quote`. */
  readonly units: string
  readonly question: string
  /** Says what the model says, and what helper models say where one is asked. */
  readonly answers: (request: ScriptedRequest) => Script
}

const HEADER = 'name,year,locator,topic,quote'

function csv(quotes: readonly string[]): string {
  return [HEADER, ...quotes.map((quote) => `POINT,N/A,N/A,Population genetics,"${quote}"`)].join('\n')
}

/** What of the turn the server was given back: the trailing message of the assistant. */
function writtenSoFar({ body }: ScriptedRequest): string {
  const last = body.messages?.at(-1)
  return last?.role === 'assistant' ? last.content : ''
}

/** The rest of `text`, where it was begun; else the whole. */
function from(text: string, written: string): string {
  return text.startsWith(written) ? text.slice(written.length) : text
}

/** Helper models are known by the published prompts. */
function helperAnswer({ body }: ScriptedRequest, query: string, injection: string): string | null {
  const asked = body.messages?.at(-1)?.content ?? ''
  if (asked.endsWith('Judgment:'))
    return /not (?:quite |entirely )?sure|I doubt|is it really/i.test(asked) ? 'yes' : 'no'
  if (asked.endsWith('Search Query:')) return query
  if (asked.startsWith('Role & Core Objective')) return injection
  if (!asked.startsWith('You judge passages')) return null
  const units = JSON.parse(/as a JSON array:\n(.*)\n/.exec(asked)?.[1] ?? '[]') as readonly string[]
  return JSON.stringify({ scores: units.map((unit) => (/crossover|theta = 4/.test(unit) ? 2 : 0)) })
}

const WATTERSON_OPENING =
  'We have a sample of sequences from one population and are asked for the effective population size. The segregating sites give ' +
  'an estimate of the scaled mutation rate, here theta = 0.004 for each site, and the mutation rate is given as 1e-8 for each site and ' +
  'generation. So all that is needed is the relation between theta, the effective size and the mutation rate. I think that for the ' +
  'Watterson estimator the relation is theta = 2 * N_e * mu, but I am not sure whether the factor is right for a diploid population. ' +
  'Let me recall how the estimator is set up. Its numerator is the number of segregating sites, and its denominator is the harmonic ' +
  'number of the sample. ' +
  'Both are known here, since theta was worked out already and only has to be turned into a number of individuals. The sites are neutral ' +
  'and do not recombine, as the question says, so that no other term enters the relation. The sample size does not matter any more at ' +
  'this point either. What is left is one division, and the factor in front of the product decides by how much the answer may be off. '

/** Figure 2: the factor is recalled as 2; with the unit in the stream it is 4, and the answer 100,000. */
export const WATTERSON: WorkedExample = {
  units: csv([
    'For a diploid population the Watterson estimator of theta rests on theta = 4 * N_e * mu, where N_e is the effective population size and mu the mutation rate per site and generation.',
    'The nucleotide diversity of maize landraces falls with the distance from the centre of domestication.',
    'Linkage disequilibrium decays within 1,500 base pairs in outcrossing populations of the plant.',
    'A bottleneck lowers the number of segregating sites more than the mean pairwise difference.',
  ]),
  question:
    'Theta is 0.004 for each site by segregating sites and mu is 1e-8. What is the effective population size?',
  answers(request) {
    const helped = helperAnswer(
      request,
      'Watterson estimator theta effective population size',
      'Wait a minute, by searching information about the Watterson estimator, I found that theta = 4 * N_e * mu. Now that I have more relevant information, I can continue my reasoning.',
    )
    if (helped !== null) return { text: helped }
    const written = writtenSoFar(request)
    if (written.includes('4 * N_e * mu'))
      return { text: ' So N_e = theta / (4 * mu) = 0.004 / 4e-8. The effective population size is 100,000.' }
    const whole = `${WATTERSON_OPENING}So I take N_e = theta / (2 * mu) = 0.004 / 2e-8. The effective population size is 200,000.`
    return { text: from(whole, written), paceMs: 2 }
  },
}

const HAPLOTYPE_CODE = `from itertools import product

def gametes(one, other):
    return {a[:i] + b[i:] for i in range(1, 5) for a, b in ((one, other), (other, one))}

second = gametes('AAAAA', 'BBBBB')
third = set().union(*(gametes(a, b) for a, b in product(second, second)))
print(len(second), len(third))`

const HAPLOTYPE_OPENING =
  'Two inbred strains differ at five SNPs on one chromosome, so the parental sequences are AAAAA and BBBBB, and every animal of the ' +
  'first generation carries one of each. The question is how many different sequences can be found on a chromosome in the third ' +
  'generation, where each gamete has exactly one crossover. I am not sure what one crossover for each gamete allows: is it really only ' +
  'one switch between the parental chromosomes, and may the two chromosomes of an animal of the second generation be recombinant ' +
  'already? That decides which sequences are out of reach, so I should not guess. The counting itself is a matter of listing them. ' +
  'Five sites with two forms each give thirty-two sequences in all, whatever the crossovers allow. The parental ones are among them, and ' +
  'so are those with one switch, of which there are two for each of the four places between the sites. What remains to be seen is which ' +
  'of those with several switches can be put together from two chromosomes of one animal of the second generation. '

/** Figure 4: two facts are put in, the rest is counted by code: 8 sequences in the second generation, 30 in the third. */
export const HAPLOTYPES: WorkedExample = {
  units: csv([
    'With a single crossover in a gamete the sequence switches once from one parental chromosome to the other, so it is a prefix of one and a suffix of the other.',
    'In the second generation of a cross of inbred strains both chromosomes of an animal may be recombinant, so a single crossover in its gamete joins two recombinant sequences.',
    'Exon 2 of the gene is skipped in a third of the transcripts of the liver.',
    'Restriction maps of the plasmid agree with its sequence at eleven of twelve sites.',
  ]),
  question: 'Two inbred strains, five SNPs, one crossover per gamete: how many sequences are possible in F3?',
  answers(request) {
    const helped = helperAnswer(
      request,
      'single crossover gamete recombinant chromosomes',
      'Wait a minute, by searching information about single crossovers, I found that a gamete switches once, and that both chromosomes of F2 may be recombinant. Now that I have more relevant information, I can continue my reasoning.',
    )
    if (helped !== null) return { text: helped }
    const written = writtenSoFar(request)
    const counted = /'output': '(\d+) (\d+)\\n'/.exec(written)
    if (counted !== null)
      return {
        text: `\nThere are ${counted[1]} sequences in F2 and ${counted[2]} in F3: all 32 but the two that alternate throughout. <answer>\\boxed{${counted[2]}}</answer>`,
      }
    if (written.includes('recombinant') && written.includes('I found that'))
      return { text: ` So I list them.\n<code>\n${HAPLOTYPE_CODE}\n</code>\nI expect 32.` }
    const whole = `${HAPLOTYPE_OPENING}If every switch is allowed, all 2^5 sequences can be found. <answer>\\boxed{32}</answer>`
    return { text: from(whole, written), paceMs: 2 }
  },
}
