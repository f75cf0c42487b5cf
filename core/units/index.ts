export {
  type Dimension,
  dimensionText,
  type MeasureUnit,
  PREFIXES,
  SPACED_SPELLINGS,
  spellingsOf,
  UNIT_ROWS,
  unitOf,
} from './measure-units.ts'
