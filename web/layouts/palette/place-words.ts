/** Place inside an area, with its search terms. */
export interface SubPlace {
  path: string
  label: string
  description?: string
  /** Search terms, separated by spaces. */
  words: string
  /** True for a place that only editors see. */
  isForEditors?: true
}

/** Search terms of the areas. */
export const areaWords: Record<string, string> = {
  Overview: 'images photographs gallery upload progress activity',
  Annotate: 'draw mark label box point polygon',
  'AI Analysis': 'models machine learning suggest classify detect train inference',
  'Species Catalog': 'labels taxa taxonomy worms species tree',
  Map: 'chart tracks positions coordinates depth bathymetry layers',
  Publication: 'publish obis gbif eml metadata licence dataset doi',
  Settings: 'members roles invite attributes delete',
  Profile: 'account name password theme tokens api sessions',
  Administration: 'server people users accounts invitations storage jobs versions backup log',
  Projects: 'surveys studies deleted restore',
  Opportunities: 'grants funding jobs positions cruises calls deadlines calendar'
}

/** Search terms of the Annotate tabs. */
export const tabWords: Record<string, string> = {
  Review: 'confirm reject check suggestions crops',
  'Blind sessions': 'agreement kappa observers blind',
  Results: 'abundance density diversity cover curves sizes statistics numbers',
  Sites: 'stations surveys transects campaign',
  'Import and export': 'files exchange download upload'
}

/** Project screens, and parts of them, that are not listed in the navigation. */
export const parts: SubPlace[] = [
  { path: 'annotate/exchange', label: 'Import annotations', words: 'upload coco yolo voc cvat viame biigle coralnet ifdo csv excel files' },
  {
    path: 'annotate/exchange?view=export',
    label: 'Export annotations',
    description: 'Darwin Core for OBIS and GBIF, CSV, COCO and others',
    words: 'download obis gbif darwin core dwca csv excel xlsx coco yolo ifdo biigle files save'
  },
  { path: 'annotate/exchange?view=navigation', label: 'Navigation tracks', words: 'gps position nmea usbl dship ofop track place images' },
  { path: 'annotate/results?view=taxa', label: 'Results by taxon', words: 'abundance maxn species counts excel csv download' },
  { path: 'annotate/results?view=cover', label: 'Percent cover', words: 'points results benthic cover' },
  { path: 'annotate/results?view=curves', label: 'Accumulation and rarefaction curves', words: 'results richness species curves' },
  { path: 'annotate/results?view=sizes', label: 'Sizes', words: 'results length area histogram' },
  { path: 'settings#members', label: 'Members and roles', words: 'people team invite share owner editor viewer' },
  { path: 'map/observations', label: 'Observations', words: 'sightings catches occurrences records table species map' },
  { path: 'map/outside', label: 'Outside data', words: 'jobs harvest obis gbif download schedule services records' },
  {
    path: 'map/outside/inbox',
    label: 'Inbox',
    description: 'Records from other services',
    words: 'outside obis gbif records accept reject'
  },
  { path: 'map/outside/rules', label: 'Inbox rules', words: 'outside records automatic accept reject filter', isForEditors: true },
  { path: 'map/outside/datasets', label: 'Datasets', words: 'outside sources licences citations obis gbif doi' },
  { path: 'ai/runs', label: 'AI runs', words: 'jobs inference models progress history' },
  { path: 'ai/suggestions', label: 'Suggestions', words: 'ai model review accept reject predictions threshold' },
  { path: 'ai/check', label: 'Check labels', words: 'ai doubts suspect wrong errors quality mistakes' },
  { path: 'ai/similar', label: 'Find similar', words: 'ai crops search example alike neighbours' },
  { path: 'ai/quality', label: 'Image quality', words: 'ai near-duplicates blurred sharpness exposure dark bright same' },
  { path: 'ai/models', label: 'Models', words: 'ai versions accuracy confusion matrix card onnx upload train' },
  {
    path: 'publication#sensitive',
    label: 'Sensitive places',
    description: 'Positions to generalise or withhold',
    words: 'publication protect hide blur obscure grid coordinates rare wrecks'
  }
]
