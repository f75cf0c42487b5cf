/** Tests question files without usable judgements: the error names the file, the line and what is needed. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readJudgedQuestions } from '../../../app/compare/judged-questions.ts'
import { loadConfig, openGloss } from '../../../app/index.ts'
import { evaluateAnswers } from '../../../packages/lab/use-cases/evaluate/evaluate-answers.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const QUESTIONS = '{"_id": "q1", "text": "What is lupeol?"}\n{"_id": "q2", "text": "And betulin?"}\n'
const HEADER = 'query-id\tcorpus-id\tscore\n'

function fileWith(name: string, text: string): string {
  const path = join(temporaryFolder(), name)
  writeFileSync(path, text)
  return path
}

it.each([
  {
    what: 'an empty file',
    judged: '',
    says: /qrels\.tsv has no judgement of the 2 questions.*query-id<TAB>/,
  },
  { what: 'a header alone', judged: HEADER, says: /qrels\.tsv has no judgement of the 2 questions/ },
  { what: 'a line without a score', judged: `${HEADER}q1\td1\n`, says: /qrels\.tsv .*line 2 cannot be read/ },
  { what: 'the questions themselves', judged: QUESTIONS, says: /qrels\.tsv .*line 1 cannot be read/ },
  {
    what: 'scores of 0',
    judged: `${HEADER}q1\td1\t0\n`,
    says: /qrels\.tsv judges no document relevant.*above 0/,
  },
  {
    what: 'other ids',
    judged: `${HEADER}q9\td1\t1\n`,
    says: /first question is "q1", the first judged one "q9"/,
  },
])('judgements that are $what are refused', async ({ judged, says }) => {
  const [queries, qrels] = [fileWith('queries.jsonl', QUESTIONS), fileWith('qrels.tsv', judged)]
  await expect(readJudgedQuestions({ queries, qrels })).rejects.toMatchObject({
    code: 'INPUT_INVALID',
    message: expect.stringMatching(says),
    facts: { field: 'qrels' },
  })
})

it('questions in another form are refused with the line and the form', async () => {
  const queries = fileWith('queries.jsonl', '{"id": "q1", "query": "What is lupeol?"}\n')
  const qrels = fileWith('qrels.tsv', `${HEADER}q1\td1\t1\n`)
  await expect(readJudgedQuestions({ queries, qrels })).rejects.toMatchObject({
    message: expect.stringMatching(/queries\.jsonl has no question, and line 1 cannot be read: .*"_id"/),
    facts: { field: 'queries' },
  })
})

it('questions alone are refused by name', async () => {
  const queries = fileWith('queries.jsonl', QUESTIONS)
  await expect(readJudgedQuestions({ queries })).rejects.toThrow(/queries\.jsonl has the questions alone/)
})

it.each([
  { what: 'absent', rows: '{"id": "q1", "query": "What is 2 + 2?"}\n{"id": "q2", "query": "And 3 + 3?"}\n' },
  { what: 'empty', rows: '{"id": "q1", "query": "What is 2 + 2?", "gt": " "}\n' },
])('answers to questions whose gold is $what are not graded', async ({ rows }) => {
  const gloss = await openGloss(loadConfig({ workspace: temporaryFolder() }, {}))
  const [results, questions] = [
    fileWith('answers.jsonl', '{"id": "q1", "answer": "4"}\n'),
    fileWith('questions.jsonl', rows),
  ]
  const grading = { results, questions, answersOnly: true } as Parameters<typeof evaluateAnswers>[1]
  await expect(evaluateAnswers(gloss, grading, AbortSignal.timeout(10_000))).rejects.toMatchObject({
    code: 'INPUT_INVALID',
    message: expect.stringMatching(
      /questions\.jsonl .*no question has a gold answer.*"q1".*`gt` or `answer`/,
    ),
  })
  await gloss.close()
})
