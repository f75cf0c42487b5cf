/** Lists the kinds of models that run in their own thread, with the function that opens each. */
import { openSentenceModel } from './minilm-embedder.ts'
import { openCrossEncoder } from './onnx-cross-encoder.ts'
import { openOnnxTokenEmbedder } from './onnx-token-embedder.ts'

export const ONNX_MODELS = {
  'cross-encoder': openCrossEncoder,
  tokens: openOnnxTokenEmbedder,
  sentences: openSentenceModel,
} as const

export type OnnxKind = keyof typeof ONNX_MODELS
/** Argument that opens a model: its folder, or more settings. */
export type OnnxSettings<Kind extends OnnxKind> = Parameters<(typeof ONNX_MODELS)[Kind]>[0]
type OnnxModel<Kind extends OnnxKind> = Awaited<ReturnType<(typeof ONNX_MODELS)[Kind]>>
export type OnnxRequest<Kind extends OnnxKind> = Parameters<OnnxModel<Kind>['run']>[0]
export type OnnxAnswer<Kind extends OnnxKind> = Awaited<ReturnType<OnnxModel<Kind>['run']>>
