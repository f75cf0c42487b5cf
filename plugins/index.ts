export type {
  BackendPlugIn,
  OpenedBackend,
  PlugInCorpus,
  PlugInFilter,
  PlugInHit,
  PlugInQuestion,
  PlugInUnit,
} from './backend-port.ts'
export type { GateAnswer, GatePlugIn, PlugInFile, PlugInPaper, ReaderPlugIn } from './ingest-ports.ts'
export type { EmbedderPlugIn, MonitorAnswer, MonitorLook, MonitorPlugIn } from './model-ports.ts'
export type { PatternMessage, PatternPlugIn, PatternPlugInRole, PatternTools } from './pattern-port.ts'
