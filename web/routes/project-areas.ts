import type { Area } from './area.ts'
import { aiArea } from './project/ai-area.ts'
import { annotateArea } from './project/annotate-area.ts'
import { catalogArea } from './project/catalog-area.ts'
import { journalArea } from './project/journal-area.ts'
import { mapArea } from './project/map-area.ts'
import { overviewArea } from './project/overview-area.ts'
import { publicationArea } from './project/publication-area.ts'
import { settingsArea } from './project/settings-area.ts'

/** Areas of a project, in the order of the navigation. */
export const projectAreas: readonly Area[] = [
  overviewArea,
  annotateArea,
  aiArea,
  catalogArea,
  mapArea,
  journalArea,
  publicationArea,
  settingsArea
]
