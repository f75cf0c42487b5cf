import { expect, it } from 'vitest'
import { DOUBT_MODEL } from '../../../../monitor/monitors/index.ts'
import { fitDoubtModel } from '../../research/lexical-monitor/fit.ts'
import { labelledSentences, readSources } from '../../research/lexical-monitor/sources.ts'

it('the weights of the doubt model are what its texts give, strongest first', () => {
  const { bias, weights } = fitDoubtModel(readSources().flatMap(labelledSentences))
  expect(DOUBT_MODEL.bias, 'run node packages/lab/research/lexical-monitor/train.ts').toBeCloseTo(bias, 2)
  const present = [...DOUBT_MODEL.weights]
  for (const [name, weight] of present) expect(weight, name).toBeCloseTo(weights.get(name) ?? 0, 2)
  expect(present.map(([, weight]) => weight)).toEqual(
    present.map(([, weight]) => weight).toSorted((a, b) => b - a),
  )
})
