import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { EXPERIMENTAL_MONITORS } from '../../../../monitor/index.ts'

const FOLDER = new URL('../../../../monitor/monitors/', import.meta.url)

it('the monitors listed as experimental are those whose docstring says that their thresholds were not measured', () => {
  const marked = readdirSync(FOLDER).filter((file) =>
    readFileSync(new URL(file, FOLDER), 'utf8')
      .replaceAll(/\s+\*?\s*/g, ' ')
      .includes('Experimental: thresholds chosen, not measured.'),
  )
  expect(marked.toSorted()).toEqual(EXPERIMENTAL_MONITORS.map((name) => `${name}.ts`).toSorted())
})
