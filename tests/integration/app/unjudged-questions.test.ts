/** Tests question files without usable judgements: the error names the file, the line and what is needed. */
import { expect, it } from 'vitest'
import { readJudgedQuestions } from '../../../app/compare/judged-questions.ts'
import { evaluateAnswers } from '../../../packages/lab/use-cases/evaluate/evaluate-answers.ts'
import { openedGloss, writtenFile } from '../../fixtures/opened-gloss.ts'

const QUESTIONS = '{"_id": "q1", "text": "What is lupeol?"}\n{"_id": "q2", "text": "And betulin?"}\n'
const HEADER = 'query-id\tcorpus-id\tscore\n'

const fileWith = (name: string, text: string) => writtenFile(text, name)

it.each([
  ['an empty file', '', /qrels\.tsv has no judgement of the 2 questions.*query-id<TAB>/],
  ['a header alone', HEADER, /qrels\.tsv has no judgement of the 2 questions/],
  ['a line without a score', `${HEADER}q1\td1\n`, /qrels\.tsv .*line 2 cannot be read/],
  ['the questions themselves', QUESTIONS, /qrels\.tsv .*line 1 cannot be read/],
  ['scores of 0', `${HEADER}q1\td1\t0\n`, /qrels\.tsv judges no document relevant.*above 0/],
  ['other ids', `${HEADER}q9\td1\t1\n`, /first question is "q1", the first judged one "q9"/],
])('judgements that are %s are refused', async (_, judged, says) => {
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
  await expect(readJudgedQuestions({ queries })).rejects.toThrow(/queries\.jsonl has only the questions/)
})

it.each([
  { what: 'absent', rows: '{"id": "q1", "query": "What is 2 + 2?"}\n{"id": "q2", "query": "And 3 + 3?"}\n' },
  { what: 'empty', rows: '{"id": "q1", "query": "What is 2 + 2?", "gt": " "}\n' },
])('answers to questions whose gold is $what are not graded', async ({ rows }) => {
  const gloss = await openedGloss()
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
})
