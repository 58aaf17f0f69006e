import { projectPath } from '../../../shared/addresses.ts'
import { plannedAreas } from '../../routes/areas/areas.ts'
import { annotateTabs } from '../../routes/project/annotate-tabs.ts'
import { areaWords, parts, type SubPlace, tabWords } from './place-words.ts'

const planned = new Set(plannedAreas.map(({ name }) => name))

export const isPlanned = (areaLabel: string): boolean => planned.has(areaLabel)

export const wordsOfArea = (label: string): string => areaWords[label] ?? ''

/** Places inside the areas of a project. `withParts` includes the places that appear only in a search. */
export function subPlaces(projectId: string, { withParts, mayEdit }: { withParts: boolean; mayEdit: boolean }): SubPlace[] {
  const tabs = annotateTabs
    .filter(({ path }) => path !== '')
    .map(({ path, label }) => ({ path: `annotate/${path.replace('/*', '')}`, label, words: tabWords[label] ?? '' }))
  const shownParts = withParts ? parts.filter(({ isForEditors }) => mayEdit || !isForEditors) : []
  return [...tabs, ...shownParts].map(place => ({ ...place, path: projectPath(projectId, place.path) }))
}
