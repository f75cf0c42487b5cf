export {
  createSequenceLabeller,
  featureHash,
  readSequenceWeights,
  type SequenceLabeller,
  type SequenceWeights,
  writeSequenceWeights,
} from './sequence-labeller.ts'
