import { expect, it } from 'vitest'
import { QUEUE_ENV_NAMES, QUEUE_SETTINGS } from '../../../../app/config/queue-settings.ts'
import { loadConfig } from '../../../../app/index.ts'

const NAMES = Object.keys(QUEUE_SETTINGS) as (keyof typeof QUEUE_SETTINGS)[]

it.each(NAMES)('%s is read from the environment, and refused where it is no number or below zero', (name) => {
  const variable = QUEUE_ENV_NAMES[name]
  const value = name === 'clientShare' ? 0.25 : 1_234
  const most = name === 'jobs' || name === 'executions' ? 12 : value
  const given = name === 'uploads' || name === 'runs' ? 34 : most
  expect(loadConfig({}, { [variable]: String(given) })[name]).toBe(given)
  for (const wrong of ['-1', 'many']) expect(() => loadConfig({}, { [variable]: wrong })).toThrow(variable)
})
