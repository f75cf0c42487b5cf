/**
 * The settings of the loop around one stream that users may change: one schema for the command line, the service and the patterns of the
 * solver. Source of the defaults: Eigen-1, section 3.1 and Table A2, or else the specs' decisions (section 3.1).
 */
import { z } from 'zod'
import { DEFAULT_LOOP, FLOORS, HOLDS, type LoopSettings } from './settings.ts'

/** Returns the schema of most settings: a whole number with a default and bounds. */
export const count = (usual: number, least: number, most: number) =>
  z.number().int().min(least).max(most).default(usual)
export const decimal = (usual: number, least: number, most: number) =>
  z.number().min(least).max(most).default(usual)
export const flag = (usual: boolean) => z.boolean().default(usual)

export const WATCH_SHAPE = {
  k: count(DEFAULT_LOOP.k, 1, 100).describe('Units retrieved for each query (`query_top_k`).'),
  window: count(DEFAULT_LOOP.windowCharacters, 16, 65_536).describe(
    'Characters that the monitor sees per look (`rag_chunk`).',
  ),
  stride: count(DEFAULT_LOOP.strideCharacters, 1, 65_536).describe(
    'Characters between two looks: the window minus the overlap.',
  ),
  maxInjections: count(DEFAULT_LOOP.maxInjections, 0, 1_000).describe(
    'Maximum injections per step (`max_rag`).',
  ),
  floor: z
    .enum(FLOORS)
    .default(DEFAULT_LOOP.floor)
    .describe(
      '`topic`: inject nothing if the corpus is not about the query; `none`: inject everything found.',
    ),
  hasQuerier: flag(true).describe('Write a query from the window; otherwise the window is the query.'),
  hasSifter: flag(true).describe('Have a model judge what was found, if one is configured for the sifter.'),
  hasInjector: flag(true).describe(
    'Have the injector phrase the evidence; otherwise units are injected as they are.',
  ),
  helperTemperature: decimal(0, 0, 2).describe(
    'Sampling temperature of the monitor, querier, sifter and injector, if they are models.',
  ),
} as const

/** Settings of a stream with a reader; runs of the solver always wait, so that they can be repeated. */
export const WatchSettings = z
  .strictObject({
    ...WATCH_SHAPE,
    hold: z
      .enum(HOLDS)
      .default(DEFAULT_LOOP.hold)
      .describe(
        'When the stream waits for its helpers: at each `look`, as published; after a look that found `doubt`; `never`.',
      ),
    holdSeconds: z
      .number()
      .min(0)
      .max(600)
      .default((DEFAULT_LOOP.holdMs ?? 0) / 1_000)
      .describe('Longest wait of the stream at one place; later evidence is put further on.'),
    hasLastLook: flag(true).describe('Look once more when an answer ends; never with `hold: never`.'),
  })
  .readonly()
export type WatchSettings = z.infer<typeof WatchSettings>

/** Returns the settings that the loop itself reads, with those of a stream with a reader if present. */
export function loopSettingsOf({
  k,
  window,
  stride,
  maxInjections,
  floor,
  ...reader
}: LoopPart): Partial<LoopSettings> {
  const loop = { k, windowCharacters: window, strideCharacters: stride, maxInjections, floor }
  const { hold, holdSeconds, hasLastLook = DEFAULT_LOOP.hasLastLook } = reader
  return hold === undefined || holdSeconds === undefined
    ? loop
    : { ...loop, hold, holdMs: holdSeconds * 1_000, hasLastLook }
}

type LoopPart = Pick<WatchSettings, 'k' | 'window' | 'stride' | 'maxInjections' | 'floor'> &
  Partial<Pick<WatchSettings, 'hold' | 'holdSeconds' | 'hasLastLook'>>
